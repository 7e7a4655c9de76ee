import Foundation
import Signals
import TestSupport
import Testing

/// What a computation, a comparison, a transaction or a reader sees is of one moment, also while it runs (R8).
@Suite("Property graph, moments", .mayBlock)
struct GraphMomentTests {
  /// Two properties that are only ever set together, to the same value.
  private final class Pair: Sendable {
    let first = MutableProperty(0)
    let second = MutableProperty(0)
    private let isArmed = Guarded(true)

    func setOnOtherThread(_ value: Int) {
      onThreads(1) { [self] _ in
        transaction {
          first.value = value
          second.value = value
        }
      }
    }

    /// Sets both while the caller is between two reads; once.
    func interfere(_ value: Int = 1) {
      let isFirst = isArmed.withLock { isArmed in
        defer { isArmed = false }
        return isArmed
      }
      if isFirst { setOnOtherThread(value) }
    }
  }

  private final class Token: Sendable {}

  private let pair = Pair()
  private let seen = Log<[Int]>()

  /// Every computation has seen two equal values, and the last one those that are there now.
  private func expectOneMoment(_ values: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!seen.entries.isEmpty, sourceLocation: sourceLocation)
    for entry in seen.entries { #expect(entry[0] == entry[1], sourceLocation: sourceLocation) }
    #expect(values[0] == values[1], sourceLocation: sourceLocation)
  }

  @Test("R8: a closure that reads two properties") func aClosure() {
    let both = Property { [self] in
      let first = pair.first.value
      pair.interfere()
      let values = [first, pair.second.value]
      seen.add(values)
      return values
    }
    expectOneMoment(both.value)
    #expect(both.value == [1, 1])
  }

  @Test("R8: a closure that is observed") func anObservedClosure() {
    let both = Property { [self] in
      let first = pair.first.value
      pair.interfere()
      let values = [first, pair.second.value]
      seen.add(values)
      return values
    }
    let received = Log<[Int]>()
    let observation = both.producer.startWithValues { received.add($0) }
    pair.setOnOtherThread(2)
    observation.dispose()
    for values in received.entries { expectOneMoment(values) }
    #expect(received.entries.last == [2, 2])
  }

  @Test("R8: a closure that reads computed properties") func computedOnes() {
    let doubled = pair.first.map { $0 * 2 }
    let halves = Property { [self] in pair.second.value * 2 }
    let both = Property { [self] in
      let first = doubled.value
      pair.interfere()
      let values = [first, halves.value]
      seen.add(values)
      return values
    }
    expectOneMoment(both.value)
    #expect(both.value == [2, 2])
  }

  @Test("R8: computed properties that have values already") func computedBefore() {
    let doubled = pair.first.map { $0 * 2 }
    let halves = Property { [self] in pair.second.value * 2 }
    _ = (doubled.value, halves.value)
    let both = Property { [self] in
      let first = doubled.value
      pair.interfere()
      // Another thread brings it up to date as of now.
      onThreads(1) { _ in _ = halves.value }
      let values = [first, halves.value]
      seen.add(values)
      return values
    }
    expectOneMoment(both.value)
    #expect(both.value == [2, 2])
  }

  @Test("R8: map, combineLatest and flatMap") func builtInOnes() {
    let first = pair.first.map { [self] value in
      pair.interfere()
      return value
    }
    let second = pair.second.flatMap { value in Property(value: value) }
    let both = Property.combineLatest(first, second).map { [self] first, second in
      seen.add([first, second])
      return [first, second]
    }
    expectOneMoment(both.value)
    #expect(both.value == [1, 1])
  }

  @Test("R8: a comparison") func aComparison() {
    let mixed = Log<[Int]>()
    let trigger = MutableProperty(0)
    let rounded = trigger.map { $0 }.removeDuplicates { [self] in
      let first = pair.first.value
      pair.interfere()
      mixed.add([first, pair.second.value])
      return $0 == $1
    }
    _ = rounded.value
    trigger.value = 1
    #expect(rounded.value == 1)
    #expect(!mixed.entries.isEmpty)
    for entry in mixed.entries { #expect(entry[0] == entry[1]) }
  }

  @Test("R8: the body of a transaction") func aTransaction() {
    let log = MutableProperty(0)
    let values = transaction {
      let first = pair.first.value
      pair.interfere()
      log.value = first
      return [first, pair.second.value]
    }
    #expect(values == [0, 0])
    #expect(pair.first.value == 1)
  }

  @Test("R8: a transaction that reads what is computed") func aTransactionOfComputedOnes() {
    let log = MutableProperty(0)
    let both = Property { [self] in [pair.first.value + log.value, pair.second.value + log.value] }
    let values = transaction {
      log.value = 10
      let before = both.value
      pair.interfere()
      log.value = 20
      return [before, both.value]
    }
    #expect(values == [[10, 10], [20, 20]])
    #expect(both.value == [21, 21])
  }

  @Test("R8: a transaction that modifies runs again") func aTransactionThatModifies() {
    let runs = Log<[Int]>()
    transaction {
      let first = pair.first.value
      pair.interfere(5)
      pair.second.modify {
        runs.add([first, $0])
        $0 += 1
      }
    }
    #expect(runs.entries == [[0, 0], [5, 5]])
    #expect(pair.second.value == 6)
  }

  @Test("R8: a snapshot") func aSnapshot() {
    let sum = Property.combineLatest(pair.first, pair.second).map { $0 + $1 }
    let values = snapshot {
      let first = pair.first.value
      pair.interfere()
      return [first, pair.second.value, sum.value]
    }
    #expect(values == [0, 0, 0])
    #expect(sum.value == 2)
  }

  @Test("R8: a snapshot inside a closure is of its moment") func aSnapshotInside() {
    let both = Property { [self] in
      let first = pair.first.value
      pair.interfere()
      return snapshot { [first, pair.second.value] }
    }
    #expect(both.value == [1, 1])
    pair.setOnOtherThread(2)
    #expect(both.value == [2, 2])
  }

  @Test("R8: a snapshot passes on what its body throws") func aSnapshotThatThrows() {
    struct Failure: Error {}
    #expect(throws: Failure.self) { try snapshot { throw Failure() } }
    #expect(snapshot { pair.first.value } == 0)
  }

  @Test("R8: a property that is made inside has its newest value") func madeInside() {
    let value = snapshot {
      let made = MutableProperty(1)
      made.value = 2
      let doubled = made.map { $0 * 2 }
      made.value = 3
      return [made.value, doubled.value]
    }
    #expect(value == [3, 6])
  }

  @Test("R8: more moments than there are numbers") func manyMoments() {
    onThreads(100) { [self] number in
      let (first, second) = snapshot {
        let first = pair.first.value
        if number == 50 { pair.interfere() } else { Thread.sleep(forTimeInterval: 0.01) }
        return (first, pair.second.value)
      }
      #expect(first == second)
    }
    #expect(pair.second.value == 1)
  }

  @Test("R8: a property that is final meanwhile") func endsMeanwhile() {
    let (first, second) = (Guarded(Optional(MutableProperty(0))), MutableProperty(0))
    let doubled = first.withLock { $0!.map { $0 * 2 } }
    let both = Property { [self] in
      let value = second.value
      if seen.entries.isEmpty {
        onThreads(1) { _ in
          transaction {
            first.withLock { $0!.value = 1 }
            second.value = 1
          }
          // With its last copy the property ends.
          first.withLock { $0 = nil }
          _ = doubled.value
        }
      }
      let values = [doubled.value, value * 2]
      seen.add(values)
      return values
    }
    #expect(both.value == [2, 2])
    for entry in seen.entries { #expect(entry[0] == entry[1]) }
  }

  /// Two threads compute the end of a chain. One stores it, the chain becomes final, and the other one goes on.
  @Test("R8: what becomes final is kept for a thread that computes it") func endsBesideAComputation() {
    let gates = (first: DispatchSemaphore(value: 0), second: DispatchSemaphore(value: 0))
    let entered = (first: DispatchSemaphore(value: 0), second: DispatchSemaphore(value: 0))
    let calls = Guarded(0)
    let last: Property<Int>
    let source = Guarded<MutableProperty<Int>?>(MutableProperty(1))
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      last = source.withLock { $0! }.map { value -> Int in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call == 1 {
          entered.first.signal()
          gates.first.wait()
        } else {
          entered.second.signal()
          gates.second.wait()
        }
        return withExtendedLifetime(token) { value + 1 }
      }
      .map { $0 + 1 }
    }
    let values = Log<Int>()
    let (stored, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      values.add(last.value)
      stored.signal()
    }
    entered.first.wait()
    Thread.detachNewThread {
      values.add(last.value)
      ended.signal()
    }
    entered.second.wait()
    gates.first.signal()
    stored.wait()
    _ = source.withLock { $0.take() }
    #expect(kept != nil)
    gates.second.signal()
    ended.wait()
    #expect(values.entries == [3, 3])
  }

  /// A walk that is overtaken goes on at a later moment, and has looked at a source before. What the node is said to be at that
  /// moment shows where a thread computes for itself, because another one is computing.
  ///
  /// It needs a time in which no other test makes a change, so it tries often.
  @Test("R8: sources that were looked at before the moment") func lookedAtEarlier() {
    for _ in 0..<100 { lookAtSources(of: Pair()) }
  }

  private func lookAtSources(of pair: Pair) {
    let isLarge = pair.second.map { value in
      if value == 1 { pair.interfere(2) }
      return value > 100
    }
    let tens = Property { pair.first.value * 10 + (isLarge.value ? 1 : 0) }
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isFirst = Guarded(true)
    let both = Property {
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst {
        begun.signal()
        goOn.wait()
      }
      return [tens.value, pair.first.value]
    }
    #expect(tens.value == 0)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = both.value
      ended.signal()
    }
    begun.wait()
    pair.second.value = 1
    #expect([0, 20].contains(tens.value))
    #expect(both.value == [20, 2])
    goOn.signal()
    ended.wait()
    #expect(both.value == [20, 2])
  }

  @Test("R8: what is set many times meanwhile") func setManyTimes() {
    let both = Property { [self] in
      let first = pair.first.value
      if seen.entries.isEmpty { for value in 1...1_000 { pair.setOnOtherThread(value) } }
      let values = [first, pair.second.value]
      seen.add(values)
      return values
    }
    expectOneMoment(both.value)
    #expect(both.value == [1_000, 1_000])
  }

  @Test("D4: values that were replaced are released") func releasesWhatWasReplaced() async throws {
    let (first, second) = (MutableProperty(IsAliveProbe()), MutableProperty(IsAliveProbe()))
    let probes = Log<WeakProbe>()
    let both = Property { () -> Bool in
      let value = first.value
      probes.add(WeakProbe(second.value))
      for _ in 0..<3 { onThreads(1) { _ in second.value = IsAliveProbe() } }
      return value !== second.value
    }
    #expect(both.value)
    #expect(both.value)
    // A moment of another test may be open meanwhile.
    for probe in probes.entries.dropLast() { #expect(try await eventually { probe.object == nil }) }
  }

  @Test("R9: a read ends while another thread sets without pause", .timeLimit(.minutes(1)))
  func aReadEnds() {
    let inputs = (0..<100).map { _ in MutableProperty(0) }
    let sum = Property { inputs.reduce(0) { $0 + $1.value } }
    let runs = Tally()
    let slow = Property { () -> Int in
      runs.add(1)
      inputs[0].value += 0
      onThreads(1) { _ in for input in inputs { input.modify { $0 += 1 } } }
      return sum.value
    }
    #expect(slow.value % 100 == 0)
    #expect(runs.value <= 4)
  }
}

private final class IsAliveProbe: Sendable {}

private final class WeakProbe: @unchecked Sendable {
  weak var object: IsAliveProbe?
  init(_ object: IsAliveProbe) { self.object = object }
}
