import Signals
import Testing

/// The list of the observers of a node, and how long they are kept that were taken out of it.
@Suite struct NodeObserverTests {
  @Test func aWalkGoesOnFromAnObserverThatWasTakenOut() {
    let node = variable(0)
    let heard = Log<Int>()
    let all = (0..<6).map { node.observer(Numbered($0), for: node) }
    for observer in all[..<5] { _ = PropertyGraph.beginObserving(observer) }
    let generation = PropertyGraph.withLock { PropertyGraph.beginAnnouncing(node.record) }
    all[0].forEach { observer in
      heard.add(observer.receiver.number)
      switch observer.receiver.number {
      // The one that is notified, the next one, and then the one before.
      case 1: all[1].dispose(); all[2].dispose()
      case 3: all[0].dispose(); _ = PropertyGraph.beginObserving(all[5])
      default: break
      }
    }
    PropertyGraph.endAnnouncing(node.record, generation)
    // Also the one that was taken out after that which leads to it: its receiver decides by itself that it has ended.
    #expect(heard.entries == [0, 1, 2, 3, 4, 5])
    #expect(numbers(of: node) == [3, 4, 5])
    for observer in all[3...] { observer.dispose() }
    #expect(numbers(of: node).isEmpty)
    #expect(!node.isObserved)
    #expect(!node.hasRetiredObservers)
  }

  @Test("An observer is kept by earlier announcements only")
  func generations() {
    let node = variable(0)
    var all: [ValueObserver<Numbered>] = (0..<3).map { node.observer(Numbered($0), for: node) }
    for observer in all { _ = PropertyGraph.beginObserving(observer) }
    weak let first = all[0]
    weak let second = all[1]
    weak let third = all[2]
    func begin() -> Generation { PropertyGraph.withLock { PropertyGraph.beginAnnouncing(node.record) } }
    func endOldest() { all.removeFirst().dispose() }

    let one = begin()
    endOldest()
    let two = begin()
    endOldest()
    #expect(first != nil && second != nil)
    PropertyGraph.endAnnouncing(node.record, one)
    #expect(first == nil && second != nil)
    let three = begin()
    PropertyGraph.endAnnouncing(node.record, two)
    #expect(second == nil)
    endOldest()
    #expect(third != nil)
    PropertyGraph.endAnnouncing(node.record, three)
    #expect(third == nil)
    #expect(!node.hasRetiredObservers)
  }

  @Test func theOrderOfANodeOutlivesRetiredObservers() {
    let (a, b) = (variable(0), variable(0))
    let observers = [a, b].map { $0.observer(Numbered(0), for: $0) }
    for observer in observers { _ = PropertyGraph.beginObserving(observer) }
    let more = a.observer(Numbered(1), for: a)
    _ = PropertyGraph.beginObserving(more)
    let generation = PropertyGraph.withLock { PropertyGraph.beginAnnouncing(a.record) }
    more.dispose()
    #expect(a.hasRetiredObservers)
    #expect(PropertyGraph.withLock { a.record.observedSince < b.record.observedSince })
    PropertyGraph.endAnnouncing(a.record, generation)
    #expect(!a.hasRetiredObservers)
    #expect(PropertyGraph.withLock { a.record.observedSince < b.record.observedSince })
    for observer in observers { observer.dispose() }
  }

  private func numbers(of node: PropertyNode<Int>) -> [Int] {
    let heard = Log<Int>()
    node.firstObserver?._withUnsafeGuaranteedRef { first in
      unsafeDowncast(first, to: ValueObserver<Numbered>.self).forEach { heard.add($0.receiver.number) }
    }
    return heard.entries
  }
}

private struct Numbered: ValueReceiver {
  typealias Start = GraphNode

  let number: Int

  init(_ number: Int) { self.number = number }

  static func receive(_ value: Int, _ version: UInt64, by observer: ValueObserver<Numbered>) {}

  static func complete(_ observer: ValueObserver<Numbered>) {}
}
