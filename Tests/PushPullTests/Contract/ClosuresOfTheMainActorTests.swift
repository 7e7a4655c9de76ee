import PushPull
import TestSupport
import Testing

@Suite("Contract, isolation")
struct ClosuresOfTheMainActorTests {
  @Test("A3: closures of the main actor run where they are called")
  @MainActor func closuresRunElsewhere() async throws {
    var closures = ClosuresOfTheMainActor()
    closures.passToSignals()
    closures.passToSubscriptions()
    closures.passToFutures()
    closures.passToEvents()
    let faults = try await closures.faults(in: ["PushPull"])
    #expect(faults == [])
  }
}

/// One call of every public declaration of the module that takes a closure.
extension ClosuresOfTheMainActor {
  fileprivate mutating func passToSignals() {
    use("Signal.map(_:)") { away in _ = away.numbers.map { away.note($0) } }
    use("Signal.mapFailed(_:)") { away in _ = away.failing.mapFailed { away.note($0) } }
    use("Signal.filter(_:)") { away in _ = away.numbers.filter { _ in away.note(true) } }
    use("Signal.flatMap(_:)") { away in
      _ = away.numbers.flatMap { value -> Event<Int> in away.note(Event(value: value)) }
      _ = away.numbers.flatMap { value -> Signal<Int> in away.note(Signal(value: value)) }
      _ = away.numbers.flatMap { value -> Future<Int> in away.note(Future(value: value)) }
      _ = away.numbers.flatMap { (value: Int, done: @escaping Callback<Event<Int>>) in
        away.note()
        done(Event(value: value))
      }
    }
    use("Signal.retry(_:_:)") { away in
      _ = away.numbers.retry(1) { (value: Int, done: @escaping Callback<Event<Int>>) in
        away.note()
        done(Event(value: value))
      }
    }
  }

  fileprivate mutating func passToSubscriptions() {
    use("Signal.subscribe(_:)") { away in away.numbers.subscribe { _ in away.note() } }
    use("Signal.subscribeNext(_:)") { away in away.numbers.subscribeNext { _ in away.note() } }
    use("Signal.subscribeFailed(_:)") { away in away.failing.subscribeFailed { _ in away.note() } }
    use("Signal.subscription(_:)") { away in _ = away.numbers.subscription { _ in away.note() } }
    use("Callback") { away in
      let callback: Callback<Int> = { _ in away.note() }
      away.scheduler.schedule { callback(1) }
    }
  }

  fileprivate mutating func passToFutures() {
    use("Future.init(operation:)") { away in
      away.start(
        Future<Int>(operation: { done in
          away.note()
          done(Event(value: 1))
        }))
      away.start(
        Future<Int>(operation: { done, _ in
          away.note()
          done(Event(value: 1))
        }))
    }
    use("Future.map(_:)") { away in away.start(Future(value: 1).map { away.note($0) }) }
    use("Future.flatMap(_:)") { away in
      away.start(Future(value: 1).flatMap { away.note(Future(value: $0)) })
    }
    use("Future.recover(_:)") { away in
      away.start(Future<Int>(error: Oops()).recover { _ in away.note(Future(value: 1)) })
    }
    use("Future.start(_:)") { away in
      let (scheduler, value) = (away.scheduler, Event(value: 1))
      Future<Int> { done in scheduler.schedule { done(value) } }.start { _ in away.note() }
    }
  }

  fileprivate mutating func passToEvents() {
    use("Event.map(_:)") { away in
      _ = Event(value: 1).map { away.note($0) }
      let mapped = Event(value: 1).map { (value: Int, done: @escaping Callback<Int>) in
        away.note()
        done(value)
      }
      away.scheduler.schedule { mapped { _ in } }
      Task {
        _ = await Event(value: 1).map { value in
          await Task.yield()
          return away.note(value)
        }
      }
    }
    use("Event.flatMap(_:)") { away in
      _ = Event(value: 1).flatMap { away.note(Event(value: $0)) }
      let mapped = Event(value: 1).flatMap { (value: Int, done: @escaping Callback<Event<Int>>) in
        away.note()
        done(Event(value: value))
      }
      away.scheduler.schedule { mapped { _ in } }
      Task {
        _ = await Event(value: 1).flatMap { value in
          await Task.yield()
          return away.note(Event(value: value))
        }
      }
    }
    use("Event.mapFailed(_:)") { away in _ = Event<Int>(error: Oops()).mapFailed { away.note($0) } }
  }
}

extension OffMainProbe {
  /// Sends there.
  fileprivate var numbers: Signal<Int> {
    let signal = Signal<Int>()
    scheduler.schedule { signal.sendNext(1) }
    return signal
  }

  /// Fails there.
  fileprivate var failing: Signal<Int> {
    let signal = Signal<Int>()
    scheduler.schedule { signal.sendFailed(Oops()) }
    return signal
  }

  /// Starts a future there.
  fileprivate func start(_ future: Future<Int>) { scheduler.schedule { future.start { _ in } } }
}
