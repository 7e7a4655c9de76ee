import SwiftSignalKit
import TestSupport
import Testing

@Suite("Contract, isolation", .mayBlock)
struct ClosuresOfTheMainActorTests {
  @Test("A3: closures of the main actor run where they are called")
  @MainActor func closuresRunElsewhere() async throws {
    var closures = ClosuresOfTheMainActor()
    closures.passToBeginnings()
    closures.passToStages()
    closures.passToReductions()
    closures.passToStagesThatFlatten()
    closures.passToSideEffects()
    closures.passToStarts()
    closures.passToQueues()
    closures.passToThreads()
    closures.passToContainers()
    let faults = try await closures.faults(in: ["SwiftSignalKit"])
    #expect(faults == [])
  }
}

/// One call of every public declaration of the module that takes a closure.
extension ClosuresOfTheMainActor {
  fileprivate mutating func passToBeginnings() {
    use("Signal.init(_:)") { away in
      away.start(
        Signal<Int, Oops> { _ in
          away.note()
          return EmptyDisposable
        })
    }
    use("deferred(_:)") { away in away.start(deferred { away.note(Signal<Int, Oops>.single(1)) }) }
    use("feedbackLoop(once:reduce:)") { away in
      let sums: Signal<Int, Oops> = feedbackLoop(
        once: { state in
          away.note()
          if case .loop = state { return nil }
          return Signal { subscriber in
            subscriber.putNext(1)
            subscriber.putNext(2)
            subscriber.putCompletion()
            return EmptyDisposable
          }
        }, reduce: { away.note($0 + $1) })
      away.start(sums)
    }
  }

  fileprivate mutating func passToStages() {
    use("map(_:)") { away in away.start(away.numbers |> map { away.note($0) }) }
    use("mapError(_:)") { away in away.start(away.failing |> mapError { away.note($0) }) }
    use("filter(_:)") { away in away.start(away.numbers |> filter { _ in away.note(true) }) }
    use("flatMap(_:)") { away in
      away.start(Signal<Int?, Oops>.single(1) |> flatMap { away.note($0) })
    }
    use("distinctUntilChanged(isEqual:)") { away in
      away.start(away.numbers |> distinctUntilChanged(isEqual: { _, _ in away.note(false) }))
    }
    use("take(until:)") { away in
      away.start(
        away.numbers
          |> take(until: { _ in away.note(SignalTakeAction(passthrough: true, complete: false)) }))
    }
    use("|>(_:_:)") { away in _ = 1 |> { (number: Int) in away.note(number) } }
  }

  fileprivate mutating func passToReductions() {
    use("reduceLeft(value:f:)") { away in
      away.start(away.numbers |> reduceLeft(value: 0, f: { away.note($0 + $1) }))
      away.start(
        away.numbers
          |> reduceLeft(value: 0, f: { (sum: Int, number: Int, _: (Int) -> Void) in away.note(sum + number) })
      )
    }
    use("reduceLeft(_:generator:)") { away in
      away.start(
        away.numbers
          |> reduceLeft(
            0,
            generator: { (_: Int, number: Int) -> Signal<(Int, Passthrough<Int>), Oops> in
              away.note(.single((number, .None)))
            }))
    }
  }

  fileprivate mutating func passToStagesThatFlatten() {
    use("mapToSignal(_:)") { away in
      away.start(away.numbers |> mapToSignal { away.note(Signal<Int, Oops>.single($0)) })
    }
    use("mapToSignalPromotingError(_:)") { away in
      away.start(
        Signal<Int, NoError>.single(1)
          |> mapToSignalPromotingError { away.note(Signal<Int, Oops>.single($0)) })
    }
    use("mapToQueue(_:)") { away in
      away.start(away.numbers |> mapToQueue { away.note(Signal<Int, Oops>.single($0)) })
    }
    use("mapToThrottled(_:)") { away in
      away.start(away.numbers |> mapToThrottled { away.note(Signal<Int, Oops>.single($0)) })
    }
    use("catch(_:)") { away in
      away.start(away.failing |> `catch` { _ in away.note(Signal<Int, Oops>.single(1)) })
    }
    use("restartOrMapError(condition:)") { away in
      away.start(
        away.failing |> restartOrMapError { away.note(RestartOrMapErrorCondition<Oops>.error($0)) })
    }
    use("retry(retryOnError:delayIncrement:maxDelay:maxRetries:onQueue:)") { away in
      away.start(
        away.failing
          |> retry(
            retryOnError: { _ in away.note(false) }, delayIncrement: 0, maxDelay: 0, maxRetries: 2,
            onQueue: Queue()))
    }
  }

  fileprivate mutating func passToSideEffects() {
    use("beforeNext(_:)") { away in away.start(away.numbers |> beforeNext { _ in away.note() }) }
    use("afterNext(_:)") { away in away.start(away.numbers |> afterNext { _ in away.note() }) }
    use("beforeStarted(_:)") { away in away.start(away.numbers |> beforeStarted { away.note() }) }
    use("beforeCompleted(_:)") { away in away.start(away.numbers |> beforeCompleted { away.note() }) }
    use("afterCompleted(_:)") { away in away.start(away.numbers |> afterCompleted { away.note() }) }
    use("afterDisposed(_:)") { away in away.start(away.numbers |> afterDisposed { away.note() }) }
    use("withState(_:_:next:error:completed:disposed:)") { away in
      away.start(
        withState(
          away.numbers, { away.note(0) }, next: { _, _ in away.note() }, completed: { _ in away.note() },
          disposed: { _ in away.note() }))
      away.start(withState(away.failing, { 0 }, error: { _, _ in away.note() }))
    }
  }

  fileprivate mutating func passToStarts() {
    use("Signal.start(next:error:completed:)") { away in
      away.laterNumbers.start(next: { _ in away.note() }, completed: { away.note() })
      away.laterFailing.start(error: { _ in away.note() })
    }
    use("Signal.startStandalone(next:error:completed:)") { away in
      away.laterNumbers.startStandalone(next: { _ in away.note() }, completed: { away.note() })
      away.laterFailing.startStandalone(error: { _ in away.note() })
    }
    use("Signal.startStrict(next:error:completed:file:line:fileID:)") { away in
      let starts = DisposableSet()
      starts.add(away.laterNumbers.startStrict(next: { _ in away.note() }, completed: { away.note() }))
      starts.add(away.laterFailing.startStrict(error: { _ in away.note() }))
      away.scheduler.schedule(after: .seconds(1)) { starts.dispose() }
    }
    use("Subscriber.init(next:error:completed:)") { away in
      let listening = Subscriber<Int, Oops>(next: { _ in away.note() }, completed: { away.note() })
      let hoping = Subscriber<Int, Oops>(error: { _ in away.note() })
      away.scheduler.schedule {
        listening.putNext(1)
        listening.putCompletion()
        hoping.putError(Oops())
      }
    }
    use("ActionDisposable.init(action:)") { away in
      let disposable = ActionDisposable { away.note() }
      away.scheduler.schedule { disposable.dispose() }
    }
    use("Promise.onDeinit") { away in
      let promise = Promise<Int>()
      promise.onDeinit = { away.note() }
      away.scheduler.schedule { withExtendedLifetime(promise) {} }
    }
  }

  fileprivate mutating func passToQueues() {
    use("Queue.async(_:)") { away in Queue().async { away.note() } }
    use("Queue.sync(_:)") { away in Queue().sync { away.note() } }
    use("Queue.justDispatch(_:)") { away in Queue().justDispatch { away.note() } }
    use("Queue.justDispatchWithQoS(qos:_:)") { away in
      Queue().justDispatchWithQoS(qos: .default) { away.note() }
    }
    use("Queue.after(_:_:)") { away in Queue().after(0) { away.note() } }
    use("QueueLocalObject.init(queue:generate:)") { away in
      _ = QueueLocalObject(queue: Queue()) { away.note(Thing()) }
    }
    use("QueueLocalObject.with(_:)") { away in thing.with { _ in away.note() } }
    use("QueueLocalObject.syncWith(_:)") { away in thing.syncWith { _ in away.note() } }
    use("QueueLocalObject.signalWith(_:)") { away in
      away.start(
        thing.signalWith { (_: Thing, _: Subscriber<Int, Oops>) in
          away.note()
          return EmptyDisposable
        })
    }
  }

  fileprivate mutating func passToThreads() {
    use("ThreadPoolTask.init(_:)") { away in
      ThreadPool(threadCount: 1, threadPriority: 0.5).addTask(ThreadPoolTask { _ in away.note() })
    }
    let timers = Notes<Timer>()
    use("Timer.init(timeout:repeat:completion:queue:)") { away in
      timers.add(Timer(timeout: 0, repeat: false, completion: { _ in away.note() }, queue: Queue()))
      timers.add(Timer(timeout: 0, repeat: false, completion: { away.note() }, queue: Queue()))
      for timer in timers.entries { timer.start() }
    }
  }

  fileprivate mutating func passToContainers() {
    use("Atomic.with(_:)") { away in _ = Atomic(value: 1).with { away.note($0) } }
    use("Atomic.tryWith(_:)") { away in _ = try? Atomic(value: 1).tryWith { away.note($0) } }
    use("Atomic.modify(_:)") { away in Atomic(value: 1).modify { away.note($0) } }
    use("Lock.locked(_:)") { away in Lock().locked { away.note() } }
    use("Lock.throwingLocked(_:)") { away in _ = try? Lock().throwingLocked { away.note() } }
  }
}

private final class Thing {}

private let thing = QueueLocalObject(queue: Queue()) { Thing() }

private struct Oops: Error {}

extension OffMainProbe {
  fileprivate var numbers: Signal<Int, Oops> {
    Signal { subscriber in
      subscriber.putNext(1)
      subscriber.putNext(2)
      subscriber.putCompletion()
      return EmptyDisposable
    }
  }

  fileprivate var failing: Signal<Int, Oops> { .fail(Oops()) }

  /// Starts a signal there.
  fileprivate func start<T, E>(_ signal: Signal<T, E>) { scheduler.schedule { signal.start() } }

  /// Sends there.
  fileprivate var laterNumbers: Signal<Int, Oops> {
    Signal { [self] subscriber in
      scheduler.schedule {
        subscriber.putNext(1)
        subscriber.putCompletion()
      }
      return EmptyDisposable
    }
  }

  /// Fails there.
  fileprivate var laterFailing: Signal<Int, Oops> {
    Signal { [self] subscriber in
      scheduler.schedule { subscriber.putError(Oops()) }
      return EmptyDisposable
    }
  }
}
