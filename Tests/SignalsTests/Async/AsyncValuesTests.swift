import Dispatch
import Signals
import Testing

@Suite struct AsyncValuesTests {
  @Test func aLoopGetsAllValues() async throws {
    var values: [Int] = []
    for try await value in SignalProducer<Int, Oops>(0..<1000).values() { values.append(value) }
    #expect(values == Array(0..<1000))
  }

  @Test("E9: a failure that is not taken is released without a lock")
  func releasesTheFailure() {
    struct Failed: Error { let probe: Probe }
    let log = Log<String>()
    var iterator: AsyncValues<Int, Failed>.Iterator? = SignalProducer<Int, Failed> { observer, _ in
      observer.fail(Failed(probe: Probe { log.add("released") }))
    }.values().makeAsyncIterator()
    #expect(log.entries.isEmpty)
    withExtendedLifetime(iterator) {}
    iterator = nil
    #expect(log.entries == ["released"])
  }

  @Test("A1: a failure is thrown once, also to a task that waits", arguments: [true, false])
  @MainActor func throwsOnce(_ waits: Bool) async throws {
    let (signal, input) = Signal<Int, Oops>.pipe()
    let iterator = signal.values().makeAsyncIterator()
    // The main actor comes to the task when the test waits.
    if waits { Task { @MainActor in input.fail(Oops()) } } else { input.fail(Oops()) }
    await #expect(throws: Oops()) { try await iterator.next(isolation: MainActor.shared) }
    #expect(try await iterator.next(isolation: MainActor.shared) == nil)
  }

  @Test func eachLoopStartsAnew() async {
    let starts = Counter()
    let sequence = SignalProducer<Int, Never>([1, 2]).on(starting: { starts.increment() }).values()
    #expect(starts.value == 0)
    for _ in 1...2 {
      var values: [Int] = []
      for await value in sequence { values.append(value) }
      #expect(values == [1, 2])
    }
    #expect(starts.value == 2)
  }

  @Test(
    "B1: the policy decides what waits for a loop; drops count",
    arguments: [
      (Buffering.newest(3), [8, 9, 10], 7), (.oldest(3), [1, 2, 3], 7), (.suspending(3), Array(1...10), 0),
      (.unbounded, Array(1...10), 0),
    ])
  func policies(_ buffering: Buffering, _ kept: [Int], _ dropped: Int) async {
    let drops = MutableProperty(0)
    let (signal, input) = Signal<Int, Never>.pipe()
    let iterator = signal.values(buffering: buffering, drops: drops).makeAsyncIterator()
    for value in 1...10 { input.send(value) }
    input.complete()
    #expect(drops.value == dropped)
    var values: [Int] = []
    while let value = await iterator.next() { values.append(value) }
    #expect(values == kept)
  }

  @Test("B1, B3: a pull source is never more than the limit ahead", arguments: [1, 2, 10])
  func pullSourcesWait(_ limit: Int) async {
    let produced = Counter()
    let naturals = SignalProducer<Int, Never>.unfold(0) { ($0, $0 + 1) }.on(next: { _ in produced.increment()
    })
    var taken = 0
    for await value in naturals.values(buffering: .suspending(limit)) {
      #expect(value == taken)
      taken += 1
      #expect(produced.value <= taken + limit)
      if taken == 500 { break }
    }
    #expect(produced.value <= 500 + limit)
  }

  @Test("B3: without a word, 64 values wait at most") func theUsualLimit() {
    let produced = Counter()
    let naturals = SignalProducer<Int, Never>.unfold(0) { ($0, $0 + 1) }.on(next: { _ in produced.increment()
    })
    let iterator = naturals.values().makeAsyncIterator()
    #expect(produced.value == 64)
    withExtendedLifetime(iterator) {}
  }

  @Test("E6, B3: a source that changes threads keeps its order", arguments: [1, 2, 3, 10, 64])
  func wanderingSource(_ limit: Int) async {
    let (count, produced) = (5_000, Counter())
    let numbers = SignalProducer<Int, Never> { observer, lifetime in
      @Sendable func send(from first: Int) {
        for number in first..<count {
          if lifetime.isPaused { return lifetime.whenResumed { send(from: number) } }
          produced.increment()
          observer.send(number)
          if number % 7 == 0 { return DispatchQueue.global().async { send(from: number + 1) } }
        }
        observer.complete()
      }
      send(from: 0)
    }
    var taken = 0
    for await value in numbers.values(buffering: .suspending(limit)) {
      #expect(value == taken)
      taken += 1
      #expect(produced.value <= taken + limit)
    }
    #expect(taken == count)
  }

  @Test("A2: cancelling ends the loop among values at hand") func cancelledAtHand() async {
    let loop = Task {
      var values: [Int] = []
      for await value in SignalProducer<Int, Never>(0..<1000).values() {
        values.append(value)
        if value == 10 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return values
    }
    #expect(await loop.value == Array(0...10))
  }

  @Test("A2: cancelling the task that iterates now ends the iteration")
  func handedOn() async {
    let first = UncheckedReader(SignalProducer<Int, Never>(0..<100).values().makeAsyncIterator())
    await Task {
      #expect(await first.next() == 0)
      withUnsafeCurrentTask { $0?.cancel() }
    }.value
    await Task {
      for expected in 1...10 { #expect(await first.next() == expected) }
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await first.next() == nil)
    }.value
    #expect(await first.next() == nil)
  }

  @Test func aPulledSourceThatMayNotWaitIsDroppedFrom() async {
    let drops = MutableProperty(0)
    var values: [Int] = []
    for await value in SignalProducer<Int, Never>(1...100).values(buffering: .newest(2), drops: drops) {
      values.append(value)
    }
    #expect(values == [99, 100])
    #expect(drops.value == 98)
  }

  @Test func theFailureComesAfterTheValuesThatWaitAndOnce() async {
    let (signal, input) = Signal<Int, Oops>.pipe()
    let iterator = signal.values().makeAsyncIterator()
    input.send(1)
    input.send(2)
    input.fail(Oops(code: 5))
    do throws(Oops) {
      #expect(try await iterator.next() == 1)
      #expect(try await iterator.next() == 2)
      _ = try await iterator.next()
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.code == 5)
    }
    let after = try? await iterator.next()
    #expect(after == nil)
  }

  @Test func theEndComesAfterTheValuesThatWaitAndStays() async {
    for end in [Termination<Never>.completed, .interrupted] {
      let (signal, input) = Signal<Int, Never>.pipe()
      let iterator = signal.values().makeAsyncIterator()
      input.send(1)
      input.send(end: end)
      #expect(await iterator.next() == 1)
      #expect(await iterator.next() == nil)
      #expect(await iterator.next() == nil)
    }
  }

  @Test("A2: cancelling drops what waits and ends the loop") func cancelling() {
    let (steps, log, released) = (Steps(), Log<String>(), Log<String>())
    let (signal, input) = Signal<Probe, Never>.pipe()
    let task = steps.begin {
      for await _ in signal.values() { log.add("value") }
      log.add("over")
    }
    input.send(Probe { released.add("released") })
    input.send(Probe { released.add("released") })
    task.cancel()
    #expect(released.entries.count >= 1)
    steps.run()
    #expect(log.entries == ["value", "over"])
    #expect(released.entries.count == 2)
  }

  @Test("A2: a task that is cancelled already gets nothing") func cancelledBefore() {
    let (steps, log) = (Steps(), Log<String>())
    let task = Task(executorPreference: steps) {
      for await value in SignalProducer<Int, Never>([1, 2]).values() { log.add("\(value)") }
      log.add("over")
    }
    task.cancel()
    steps.run()
    #expect(log.entries == ["over"])
  }

  @Test func anObserverOfDropsMayAskForTheNextValue() async {
    let drops = MutableProperty(0)
    let (signal, input) = Signal<Int, Never>.pipe()
    drops.signal.observeValues { if $0 == 1 { input.send(9) } }
    let iterator = signal.values(buffering: .newest(1), drops: drops).makeAsyncIterator()
    input.send(1)
    input.send(2)
    #expect(await iterator.next() == 9)
    #expect(drops.value == 2)
  }

  @Test @MainActor func aLoopOfTheMainActorStaysThere() async {
    var sum = 0
    for await value in SignalProducer<Int, Never>(1...200).receive(on: ClockScheduler()).values() {
      MainActor.assertIsolated()
      sum += value
    }
    #expect(sum == 20_100)
  }

  @Test func aSequenceOfAStreamOfASequenceIsTheSame() async {
    let values = SignalProducer<Int, Never>(1...500).values(buffering: .suspending(4))
    #expect(await SignalProducer<Int, Never>(values).allValues() == Array(1...500))
  }

  @Test("X1: a limit of zero stops") func wrongLimits() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>.empty.values(buffering: .suspending(0))
    }
    #expect(
      result.message.contains("values(buffering:): the limit of the buffering must be at least 1, got 0"))
  }

  @Test("Two tasks that iterate stop the program") func twoReaders() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let steps = Steps()
      let iterator = SignalProducer<Int, Never>.never.values().makeAsyncIterator()
      let reader = UncheckedReader(iterator)
      _ = steps.begin { _ = await reader.next() }
      _ = steps.begin { _ = await reader.next() }
    }
    #expect(
      result.message.contains("values(buffering:): one task at a time iterates, and another one is waiting"))
  }
}

/// What the compiler would not let pass.
private struct UncheckedReader: @unchecked Sendable {
  private let iterator: AsyncValues<Int, Never>.Iterator

  init(_ iterator: AsyncValues<Int, Never>.Iterator) { self.iterator = iterator }

  func next() async -> Int? { await iterator.next() }
}
