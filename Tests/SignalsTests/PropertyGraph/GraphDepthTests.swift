import Foundation
import Signals
import TestSupport
import Testing

/// `SIGNALS_GRAPH_DEPTH` sets another depth: a million takes a few seconds in release.
private let depth = ProcessInfo.processInfo.environment["SIGNALS_GRAPH_DEPTH"].flatMap { Int($0) } ?? 30_000

/// On a stack as small as those of threads that are not the main one.
@Suite("Property graph, depth")
struct GraphDepthTests {

  /// What a node at the end of a chain shows.
  private func check(_ make: @escaping @Sendable (PropertyNode<Int>) -> PropertyNode<Int>) {
    onSmallStack {
      let first = variable(0)
      var last = first
      for _ in 0..<depth { last = make(last) }
      #expect(last.value == depth)
      first.set(1)
      #expect(last.value == depth + 1)
      let heard = Notes<Int>()
      let observation = Observation(last) { heard.add($0) }
      first.set(5)
      PropertyGraph.transaction { first.set(6) }
      #expect(
        PropertyGraph.transaction {
          first.set(7)
          return last.value
        } == depth + 7)
      #expect(heard.entries == [1, 5, 6, 7].map { $0 + depth })
      observation.end()
    }
  }

  @Test("P8: a chain of properties that read the same one each time")
  func mappedChain() { check { above in mapped(from: [above]) { above.value + 1 } } }

  @Test("P8: a chain of closures, each computed before the next")
  func closures() {
    check { above in
      let next = computed { above.value + 1 }
      _ = next.value
      return next
    }
  }

  @Test("P8: a chain of closures that first read a changing property")
  func closuresThatReadTheFirst() {
    onSmallStack {
      let first = variable(0)
      var last = first
      for _ in 0..<depth {
        let above = last
        last = computed { first.value + (above.value - first.value) + 1 }
        _ = last.value
      }
      #expect(last.value == depth)
      first.set(1)
      #expect(last.value == depth + 1)
    }
  }

  @Test("P8: a chain of values that hold each other is released")
  func values() {
    final class Link: Sendable {
      let next: PropertyNode<Link?>
      init(_ next: PropertyNode<Link?>) { self.next = next }
    }
    onSmallStack {
      var last = PropertyNode<Link?>(nil, .builtIn("end"), areEqual: nil)
      for _ in 0..<depth { last = PropertyNode(Link(last), .builtIn("link"), areEqual: nil) }
      last.set(nil)
    }
  }
}
