import Signals
import TestSupport
import Testing

@Suite struct TaskTests {
  // MARK: task

  @Test func sendsTheResultAndCompletes() async {
    let events = Log<Event<Int, Never>>()
    await SignalProducer<Int, Never>.task { 1 }.started(events.observer())
    #expect(events.entries == [.next(1), .completed])
  }

  @Test func failsWithTheTypeThatIsThrown() async {
    let events = Log<Event<Int, Oops>>()
    await SignalProducer<Int, Oops>.task { () throws(Oops) in throw Oops(code: 2) }.started(events.observer())
    #expect(events.entries == [.failed(Oops(code: 2))])
  }

  @Test func aCancellationErrorInterrupts() async {
    let events = Log<String>()
    await SignalProducer<Int, any Error>.task { throw CancellationError() }.started(
      Observer { events.add("\($0)") })
    #expect(events.entries == ["interrupted"])
  }

  @Test("P2: each start runs the operation, and nothing runs before") func startsRun() async {
    let runs = Counter()
    let producer = SignalProducer<Int, Never>.task {
      runs.increment()
      return runs.value
    }
    #expect(runs.value == 0)
    #expect(await producer.firstValue() == 1)
    #expect(await producer.firstValue() == 2)
  }

  @Test func taskLocalsComeFromWhoStarts() async {
    let producer = SignalProducer<String, Never>.task { Names.current }
    let name = await Names.$current.withValue("starter") { await producer.firstValue() }
    #expect(name == "starter")
    #expect(await producer.firstValue() == "unknown")
  }

  @Test func thePriorityIsTheOneThatWasAskedFor() async {
    let priority = await SignalProducer<TaskPriority, Never>.task(priority: .background) {
      Task.basePriority ?? .high
    }.firstValue()
    #expect(priority == .background)
    let inherited = await Task(priority: .utility) {
      await SignalProducer<TaskPriority, Never>.task { Task.basePriority ?? .high }.firstValue()
    }.value
    #expect(inherited == .utility)
  }

  @Test @MainActor func theOperationRunsAwayFromTheMainActor() async {
    #expect(isOnMainQueue())
    let isOnMain = await SignalProducer<Bool, Never>.task { isOnMainQueue() }.firstValue()
    #expect(isOnMain == false)
  }

  @Test("A2: disposing of the start cancels the operation") func disposing() async {
    let (begun, over) = (OneShotResult<Void>(), OneShotResult<Bool>())
    let events = Log<Event<Int, Never>>()
    let subscription = SignalProducer<Int, Never>.task {
      begun.give(())
      while !Task.isCancelled { await Task.yield() }
      over.give(Task.isCancelled)
      return 1
    }.start(events.observer())
    await begun.output()
    subscription.dispose()
    #expect(await over.output())
    #expect(events.entries == [.interrupted])
  }

  // MARK: Sequences

  @Test func sendsTheElementsOfASequence() async {
    let elements = AsyncStream<Int> { continuation in
      for value in 1...100 { continuation.yield(value) }
      continuation.finish()
    }
    #expect(await SignalProducer<Int, Never>(elements).allValues() == Array(1...100))
  }

  @Test func failsWithTheErrorOfASequence() async {
    let elements = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Oops(code: 9))
    }
    let events = Log<String>()
    await SignalProducer<Int, any Error>(elements).started(Observer { events.add("\($0)") })
    #expect(events.entries == ["next(1)", "failed(Oops(code: 9))"])
  }

  @Test("B2: no element is requested during a pause") func pausing() async throws {
    let asked = Counter()
    let events = Log<Event<Int, Never>>()
    let atThree = OneShotResult<Void>()
    let ended = OneShotResult<Void>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(Countdown(from: 5) { asked.increment() }).attach(
      Observer { event in
        events.add(event)
        if event == .next(3) {
          subscription.pause()
          atThree.give(())
        }
        if event.isTerminating { ended.give(()) }
      }, subscription)
    await atThree.output()
    for _ in 0..<100 { await Task.yield() }
    #expect(asked.value == 3)
    #expect(events.entries == [.next(5), .next(4), .next(3)])
    subscription.resume()
    await ended.output()
    #expect(events.entries == [.next(5), .next(4), .next(3), .next(2), .next(1), .completed])
  }

  @Test("A2: what is disposed of while it is paused ends its task") func disposalDuringAPause() async {
    let (paused, released) = (OneShotResult<Void>(), OneShotResult<Void>())
    let subscription = Subscription()
    do {
      let probe = Probe { released.give(()) }
      SignalProducer<Int, Never>(Countdown(from: .max) { probe.touch() }).attach(
        Observer(
          next: { _ in
            subscription.pause()
            paused.give(())
          }, end: { _ in }), subscription)
    }
    await paused.output()
    subscription.dispose()
    await released.output()
  }

  @Test("A2: disposal at once cancels the task of a sequence", .mayBlock)
  func disposalAtOnce() async {
    // Whether the task has begun by then is a matter of luck: so it is tried often.
    for _ in 0..<rounds(2000) {
      let terminated = OneShotResult<Bool>()
      let elements = AsyncStream<Int> {
        $0.onTermination = { reason in
          if case .cancelled = reason { terminated.give(true) } else { terminated.give(false) }
        }
      }
      SignalProducer<Int, Never>(elements).start().dispose()
      #expect(await terminated.output())
      withExtendedLifetime(elements) {}
    }
  }

  @Test(
    "A2: disposal at an element cancels the task of a sequence", .mayBlock)
  func disposalInsideAnElement() async {
    let terminated = OneShotResult<Void>()
    let elements = AsyncStream<Int> { continuation in
      continuation.onTermination = { _ in terminated.give(()) }
      continuation.yield(1)
    }
    let events = Log<Event<Int, Never>>()
    await SignalProducer<Int, Never>(elements).prefix(1).started(events.observer())
    await terminated.output()
    #expect(events.entries == [.next(1), .completed])
    withExtendedLifetime(elements) {}
  }

  @Test("A2: a cancelled task requests one element after disposal")
  func asksOnceAfterTheDisposal() async {
    for _ in 0..<rounds(200) {
      let asked = Log<Bool>()
      let released = OneShotResult<Void>()
      do {
        let probe = Probe { released.give(()) }
        SignalProducer<Int, Never>(
          Countdown(from: .max) {
            probe.touch()
            asked.add(Task.isCancelled)
          }
        ).start().dispose()
      }
      await released.output()
      // Elements before the disposal were requested in a task that goes on.
      #expect(asked.entries.last == true)
      #expect(asked.entries.count { $0 } <= 2)
    }
  }

  // MARK: flatMap

  @Test("Each strategy works with an asynchronous transform", arguments: [1, 3])
  func transforms(_ limit: Int) async {
    let doubled = await SignalProducer<Int, Never>(1...20).flatMap(.concurrent(limit: limit)) { value in
      await Task.yield()
      return value * 2
    }.allValues()
    #expect(doubled?.sorted() == (1...20).map { $0 * 2 })
    let inOrder = await SignalProducer<Int, Never>(1...20).flatMap(.concat) { value in
      await Task.yield()
      return value * 2
    }.allValues()
    #expect(inOrder == (1...20).map { $0 * 2 })
  }

  @Test func noMoreTransformsRunThanTheLimit() async {
    let running = Counter()
    let most = Guarded(0)
    _ = await SignalProducer<Int, Never>(1...50).flatMap(.concurrent(limit: 3)) { value in
      running.increment()
      let now = running.value
      most.withLock { $0 = max($0, now) }
      await Task.yield()
      running.decrement()
      return value
    }.allValues()
    #expect(most.withLock { $0 } <= 3)
  }

  @Test("A2: with latest, the next value cancels the task before") func latest() async {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (begun, cancelled) = (OneShotResult<Void>(), OneShotResult<Void>())
    let events = Log<Event<Int, Never>>()
    let ended = OneShotResult<Void>()
    signal.flatMap(.latest) { value in
      if value > 1 { return value }
      begun.give(())
      while !Task.isCancelled { await Task.yield() }
      cancelled.give(())
      return value
    }.observe { event in
      events.add(event)
      if event.isTerminating { ended.give(()) }
    }
    input.send(1)
    await begun.output()
    input.send(2)
    await cancelled.output()
    input.complete()
    await ended.output()
    #expect(events.entries == [.next(2), .completed])
  }

  @Test("E2, A2: a failing transform ends the stream and the others") func failing() async {
    let (begun, cancelled) = (OneShotResult<Void>(), OneShotResult<Void>())
    let numbers = SignalProducer<Int, Oops>([1, 2])
    let result = numbers.flatMap(.merge) { value async throws(Oops) -> Int in
      if value == 2 {
        await begun.output()
        throw Oops(code: 4)
      }
      begun.give(())
      while !Task.isCancelled { await Task.yield() }
      cancelled.give(())
      return 1
    }
    await #expect(throws: Oops(code: 4)) { try await result.allValues() }
    await cancelled.output()
  }
}

private enum Names {
  @TaskLocal static var current = "unknown"
}

extension EventStream where D == Pull {
  /// Starts, and waits for the end.
  fileprivate func started(_ observer: Observer<Value, Failure>) async {
    let ended = OneShotResult<Void>()
    start(
      Observer(
        next: { observer.send($0) },
        end: { end in
          observer.send(end: end)
          ended.give(())
        }))
    await ended.output()
  }
}

/// Counts down to one; reports each request.
private struct Countdown: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = Int
  private var left: Int
  private let asked: @Sendable () -> Void

  init(from count: Int, _ asked: @escaping @Sendable () -> Void) {
    left = count
    self.asked = asked
  }

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? { await next(isolation: nil) }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
    if left == 0 { return nil }
    asked()
    defer { left -= 1 }
    return left
  }
}
