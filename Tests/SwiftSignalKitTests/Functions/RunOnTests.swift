import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct RunOnTests {
  private let queue = Queue(name: "work")
  private let trace = Trace()

  @Test func theGeneratorRunsOnTheQueue() async {
    let isCurrent = await withCheckedContinuation { continuation in
      let work = Signal<Bool, NoError> { [queue] subscriber in
        subscriber.putNext(queue.isCurrent())
        subscriber.putCompletion()
        return EmptyDisposable
      }
      _ = (work |> runOn(queue)).start(next: { continuation.resume(returning: $0) })
    }
    #expect(isCurrent)
  }

  @Test func theGeneratorRunsAtOnceOnTheQueue() {
    queue.sync {
      (Signal<Int, NoError>.single(1) |> runOn(queue)).trace(to: trace)
      trace.add("started")
    }
    #expect(trace.lines == ["1", "completed", "started"])
  }

  @Test func whatIsDisposedOfBeforeItsTurnDoesNotRun() {
    let source = Source<Int, NoError>()
    queue.sync {
      onThreads(1) { [queue, trace] _ in
        let disposable = (source.signal |> runOn(queue)).trace(to: trace)
        disposable.dispose()
      }
    }
    queue.queue.sync {}
    #expect(source.starts == 0)
    #expect(trace.lines == [])
  }

  @Test func disposingEndsTheWork() {
    let source = Source<Int, NoError>()
    let disposable = (source.signal |> runOn(queue)).trace(to: trace)
    queue.queue.sync {}
    #expect(source.starts == 1)
    source.put(1)
    disposable.dispose()
    #expect(source.running == 0)
    source.put(2)
    #expect(trace.lines == ["1"])
  }

  @Test func workForAQueueOfTheSystemRunsAtTheSameTime() {
    let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let waiting = Signal<Int, NoError> { _ in
      first.wait()
      second.signal()
      return EmptyDisposable
    }
    let helping = Signal<Int, NoError> { _ in
      first.signal()
      return EmptyDisposable
    }
    _ = (waiting |> runOn(Queue.concurrentDefaultQueue())).start()
    _ = (helping |> runOn(Queue.concurrentDefaultQueue())).start()
    second.wait()
  }

  @Test func theGeneratorRunsOnAThreadOfThePool() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (done, found) = (DispatchSemaphore(value: 0), Notes<Bool>())
    let work = Signal<Int, NoError> { _ in
      found.add(pool.isCurrentThreadInPool())
      done.signal()
      return EmptyDisposable
    }
    _ = (work |> runOn(pool)).start()
    done.wait()
    #expect(found.entries == [true])
  }

  @Test func whatIsDisposedOfBeforeAThreadIsFreeDoesNotRun() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (goOn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    pool.addTask(ThreadPoolTask { _ in goOn.wait() })
    let source = Source<Int, NoError>()
    let disposable = (source.signal |> runOn(pool)).start()
    pool.addTask(ThreadPoolTask { _ in done.signal() })
    disposable.dispose()
    goOn.signal()
    done.wait()
    #expect(source.starts == 0)
  }

  @Test func anObjectGivesSignalsOfItsQueue() {
    let object = QueueLocalObject(queue: queue) { CounterBag() }
    let tokens: Signal<Int, NoError> = object.signalWith { [queue] bag, subscriber in
      subscriber.putNext(bag.add())
      subscriber.putNext(queue.isCurrent() ? 1 : 0)
      subscriber.putCompletion()
      return EmptyDisposable
    }
    tokens.trace(to: trace)
    tokens.trace(to: trace)
    queue.queue.sync {}
    #expect(trace.lines == ["1", "1", "completed", "2", "1", "completed"])
  }

  /// Says on the queue that it was asked.
  private func asking(_ object: QueueLocalObject<CounterBag>) -> Signal<Int, NoError> {
    object.signalWith { [trace] _, _ in
      trace.add("asked")
      return EmptyDisposable
    }
  }

  @Test("signalWith disposed of before its turn does not run")
  func signalWithAndDisposal() {
    let object = QueueLocalObject(queue: queue) { CounterBag() }
    let signal = asking(object)
    queue.sync { onThreads(1) { _ in signal.start().dispose() } }
    queue.queue.sync {}
    #expect(trace.lines == [])
    signal.start()
    queue.queue.sync {}
    #expect(trace.lines == ["asked"])
    withExtendedLifetime(object) {}
  }

  @Test("A signal made by signalWith does not keep the object")
  func signalWithKeepsNothing() {
    let released = Trace()
    final class Resident {
      let probe: DeinitProbe
      init(_ released: @escaping @Sendable () -> Void) { probe = DeinitProbe(released) }
    }
    var object: QueueLocalObject? = QueueLocalObject(queue: queue) { [queue] in
      Resident { released.add("on the queue: \(queue.isCurrent())") }
    }
    let signal: Signal<Int, NoError> = object!.signalWith { [trace] _, _ in
      trace.add("asked")
      return EmptyDisposable
    }
    let goOn = DispatchSemaphore(value: 0)
    queue.justDispatch { goOn.wait() }
    signal.start()
    object = nil
    goOn.signal()
    queue.queue.sync {}
    #expect(released.lines == ["on the queue: true"])
    signal.start()
    queue.queue.sync {}
    #expect(trace.lines == [])
  }
}
