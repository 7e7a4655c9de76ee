import Signals
import TestSupport
import Testing

@Suite("Property graph")
struct GraphNodeTests {
  @Test("R1: a computed value follows what it reads")
  func follows() {
    let (a, b) = (variable(1), variable(10))
    let sum = computed { a.value + b.value }
    #expect(sum.value == 11)
    a.set(2)
    #expect(sum.value == 12)
    b.set(20)
    #expect(sum.value == 22)
  }

  @Test("R4: it is computed once per change of its dependencies")
  func once() {
    let (a, other) = (variable(1), variable(1))
    let runs = Notes<Int>()
    let parity = computed { a.value % 2 }
    let text = computed {
      runs.add(1)
      return "\(parity.value)"
    }
    _ = (text.value, text.value)
    #expect(runs.entries.count == 1)
    a.set(3)
    _ = text.value
    #expect(runs.entries.count == 1)
    other.set(5)
    a.set(4)
    #expect(text.value == "0")
    #expect(runs.entries.count == 2)
  }

  @Test("R4: what is not read any more is not a source any more")
  func switches() {
    let (isFirst, first, second) = (variable(true), variable(1), variable(2))
    let runs = Notes<Int>()
    let chosen = computed {
      runs.add(1)
      return isFirst.value ? first.value : second.value
    }
    #expect(chosen.value == 1)
    second.set(3)
    #expect(chosen.value == 1)
    isFirst.set(false)
    #expect(chosen.value == 3)
    first.set(7)
    #expect(chosen.value == 3)
    #expect(runs.entries.count == 2)
    isFirst.set(true)
    #expect(chosen.value == 7)
    #expect(first.record.pointee.firstReader != nil)
    #expect(second.record.pointee.firstReader == nil)
  }

  @Test("R3: a diamond notifies once, with a consistent value")
  func diamond() {
    let a = variable(1)
    let left = computed { a.value + 1 }
    let right = computed { a.value * 10 }
    let both = computed { "\(left.value) \(right.value)" }
    let heard = Notes<String>()
    let observation = Observation(both) { heard.add($0) }
    a.set(2)
    a.set(2)
    a.set(3)
    #expect(heard.entries == ["2 10", "3 20", "4 30"])
    observation.end()
    a.set(4)
    #expect(heard.entries.count == 3)
  }

  @Test("R3: each value that is set is observed, also in an observer")
  func setsInObservers() {
    let a = variable(0)
    let heard = Notes<Int>()
    let observation = Observation(a) { value in
      heard.add(value)
      if value < 5 { a.set(value + 1) }
    }
    #expect(heard.entries == [0, 1, 2, 3, 4, 5])
    observation.end()
  }

  @Test("R3: a transaction is one change, and reads inside see it")
  func transactions() {
    let (width, height) = (variable(1), variable(2))
    let area = computed { width.value * height.value }
    let heard = Notes<Int>()
    let observation = Observation(area) { heard.add($0) }
    let inside = PropertyGraph.transaction {
      width.set(3)
      let first = area.value
      height.set(4)
      #expect(width.value == 3)
      return [first, area.value, heard.entries.count]
    }
    #expect(inside == [6, 12, 1])
    #expect(heard.entries == [2, 12])
    observation.end()
  }

  @Test("Transactions announce changes only, and nest as one")
  func smallTransactions() {
    let a = variable(1)
    let heard = Notes<Int>()
    let observation = Observation(a) { heard.add($0) }
    PropertyGraph.transaction { a.set(1) }
    PropertyGraph.transaction {
      a.set(2)
      PropertyGraph.transaction { a.set(3) }
      #expect(heard.entries == [1])
      a.modify { $0 += 1 }
    }
    #expect(heard.entries == [1, 4])
    observation.end()
  }

  @Test("Many properties are set in one transaction")
  func largeTransactions() {
    let all = (0..<100).map { _ in variable(0) }
    let sum = computed { all.reduce(0) { $0 + $1.value } }
    let heard = Notes<Int>()
    let observation = Observation(sum) { heard.add($0) }
    PropertyGraph.transaction {
      for (index, one) in all.enumerated() { one.set(index) }
      #expect(sum.value == 4950)
      #expect(all[50].value == 50)
    }
    #expect(heard.entries == [0, 4950])
    observation.end()
  }

  @Test("R7: what is read untracked is not a source")
  func untracked() {
    let (a, b) = (variable(1), variable(10))
    let sum = computed { a.value + Frame.untracked { b.value } }
    #expect(sum.value == 11)
    b.set(20)
    #expect(sum.value == 11)
    a.set(2)
    #expect(sum.value == 22)
  }

  @Test("R7: what a comparison reads is not a source")
  func comparisons() {
    let (a, tolerance) = (variable(1), variable(0))
    let rounded = PropertyNode(
      computedBy: { a.value }, .builtIn("rounded"), areEqual: { abs($0 - $1) <= tolerance.value })
    #expect(rounded.value == 1)
    a.set(2)
    #expect(rounded.value == 2)
    #expect(tolerance.record.pointee.firstReader == nil)
    tolerance.set(5)
    a.set(4)
    #expect(rounded.value == 2)
  }

  @Test("A property that reads many others often records each once")
  func manyReads() {
    let all = (0..<50).map { variable($0) }
    let sum = computed { (0..<3).reduce(0) { total, _ in all.reduce(total) { $0 + $1.value } } }
    #expect(sum.value == 3 * 1225)
    var count = 0
    var next = sum.record.computed.pointee.firstSource
    while let edge = next {
      count += 1
      next = edge.pointee.nextSource
    }
    #expect(count == 50)
    all[49].set(50)
    #expect(sum.value == 3 * 1226)
  }

  @Test("D4: nodes, values and closures are released")
  func releases() async throws {
    final class Token: Sendable {}
    weak var (value, captured): (Token?, Token?)
    do {
      let (token, other) = (Token(), Token())
      (value, captured) = (token, other)
      let a = PropertyNode<Token?>(token, .builtIn("a"), areEqual: nil)
      let b = computed { (a.value, other).0 === other }
      #expect(b.value == false)
      a.set(nil)
      #expect(value != nil || captured != nil)
    }
    // While another test computes, it may need the value that was replaced.
    #expect(try await eventually { value == nil })
    #expect(captured == nil)
  }

  @Test("A reader that is gone is not a reader any more")
  func readersLeave() {
    let a = variable(1)
    do {
      let b = computed { a.value }
      _ = b.value
      #expect(a.record.pointee.firstReader != nil)
    }
    #expect(a.record.pointee.firstReader == nil)
    let isListenedTo = a.record.pointee.isListenedTo.load(ordering: .relaxed)
    #expect(!isListenedTo)
  }

  @Test("A node without changing dependencies ends")
  func ends() {
    let (a, b) = (variable(1), variable(2))
    let sum = computed { a.value + b.value }
    let twice = computed { sum.value * 2 }
    let observation = Observation(twice) { _ in }
    #expect(!observation.isEnded)
    PropertyGraph.end(a)
    #expect(!observation.isEnded)
    b.set(3)
    #expect(twice.value == 8)
    PropertyGraph.end(b)
    #expect(observation.isEnded)
    let constant = computed { 1 }
    _ = constant.value
    let isFinal = constant.record.pointee.isFinal.load(ordering: .relaxed)
    #expect(isFinal)
  }

  // A claim ends with a plain store, which other threads may see late. Here it is held for as long as that takes.

  @Test("R3: a change marks the nodes below a node claimed earlier")
  func marksBelowClaimed() {
    let a = variable(1)
    let twice = computed { a.value * 2 }
    let text = computed { "\(twice.value)" }
    #expect(text.value == "2")
    twice.record.pointee.mark.store(0, ordering: .relaxed)
    let isClaimed = PropertyGraph.claimOnce(twice.record)
    #expect(isClaimed)
    a.set(3)
    #expect(!text.record.isCurrent)
    twice.record.release(asCurrent: false)
    #expect(text.value == "6")
  }

  @Test("An end below a node claimed earlier ends the node as well")
  func endsClaimed() {
    let a = variable(1)
    let twice = computed { a.value * 2 }
    a.set(2)
    _ = twice.value
    a.set(3)
    let isClaimed = PropertyGraph.claimOnce(twice.record)
    #expect(isClaimed)
    twice.record.computed.pointee.checkedMark = twice.record.pointee.mark.load(ordering: .relaxed)
    twice.record.storeMark()
    PropertyGraph.end(a)
    twice.record.computed.pointee.needsValue = true
    twice.record.release(asCurrent: false)
    #expect(twice.value == 6)
    let isFinal = twice.record.pointee.isFinal.load(ordering: .relaxed)
    #expect(isFinal)
  }

  @Test("D4: a node is released after its pending announcement")
  func keepsWhatIsAnnounced() {
    final class Token: Sendable {}
    let a = variable(0)
    let second = Guarded<Observation<Int>?>(nil)
    weak var captured: Token?
    let first = Observation(computed { a.value }) { value in
      if value == 1 { second.withLock { $0 = nil } }
    }
    let heard = Notes<Int>()
    do {
      let token = Token()
      captured = token
      let observation = Observation(computed { withExtendedLifetime(token) { a.value * 2 } }) {
        heard.add($0)
      }
      second.withLock { $0 = observation }
    }
    #expect(captured != nil)
    a.set(1)
    #expect(captured == nil)
    #expect(heard.entries == [0])
    first.end()
  }
}
