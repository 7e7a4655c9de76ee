import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct DeliverOnTests {
  private let queue = Queue(name: "deliveries")
  private let trace = Trace()
  private let source = Source<Int, String>()

  /// Waits until the queue has done what it was asked for.
  private func settle() { queue.queue.sync {} }

  // MARK: On a queue

  @Test func deliversOnTheQueueLater() {
    let (places, begun) = (Notes<Bool>(), DispatchSemaphore(value: 0))
    queue.justDispatch { begun.wait() }
    let disposable = (source.signal |> deliverOn(queue)).start(next: { [queue] _ in
      places.add(queue.isCurrent())
    })
    source.put(1)
    #expect(places.entries == [])
    begun.signal()
    settle()
    #expect(places.entries == [true])
    disposable.dispose()
  }

  @Test func deliversAtOnceOnTheQueue() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).trace(to: trace)
      source.put(1)
      trace.add("sent")
      source.complete()
      #expect(trace.lines == ["1", "sent", "completed"])
      disposable.dispose()
    }
  }

  @Test @MainActor func deliversAtOnceOnTheMainThread() {
    (Signal<Int, NoError>.single(1) |> deliverOnMainQueue).trace(to: trace)
    #expect(trace.lines == ["1", "completed"])
  }

  @Test func deliversOnTheMainQueueFromElsewhere() async {
    let isCurrent = await withCheckedContinuation { continuation in
      _ = (Signal<Int, NoError>.single(1) |> runOn(Queue()) |> deliverOnMainQueue)
        .start(next: { _ in continuation.resume(returning: Queue.mainQueue().isCurrent()) })
    }
    #expect(isCurrent)
  }

  @Test func nothingOvertakes() {
    queue.sync {
      (source.signal |> deliverOn(queue)).trace(to: trace)
      onThreads(1) { [source] _ in source.put(1) }
      source.put(2)
      source.complete()
      #expect(trace.lines == [], "1 is on its way, and nothing goes before it")
    }
    settle()
    #expect(trace.lines == ["1", "2", "completed"])
  }

  @Test("All values that wait are delivered in one turn of the queue")
  func oneTurnTakesAll() {
    let goOn = DispatchSemaphore(value: 0)
    (source.signal |> deliverOn(queue)).trace(to: trace)
    queue.justDispatch { goOn.wait() }
    source.put(1)
    queue.justDispatch { [trace] in trace.add("block") }
    source.put(2)
    goOn.signal()
    settle()
    #expect(trace.lines == ["1", "2", "block"])
  }

  @Test("A value that is sent while a handler runs takes another turn")
  func sentWhileAHandlerRuns() {
    let (inside, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    (source.signal |> deliverOn(queue)).start(next: { [trace] value in
      trace.add(value)
      if value == 1 {
        inside.signal()
        goOn.wait()
      }
    })
    source.put(1)
    inside.wait()
    source.put(2)
    queue.justDispatch { [trace] in trace.add("block") }
    goOn.signal()
    settle()
    settle()
    #expect(trace.lines == ["1", "block", "2"])
  }

  @Test func theOrderOfManyIsKept() {
    let count = 2_000
    (source.signal |> deliverOn(queue)).trace(to: trace)
    for number in 0..<count {
      if number % 7 == 0 { queue.sync { source.put(number) } } else { source.put(number) }
    }
    source.complete()
    settle()
    settle()
    #expect(trace.lines == (0..<count).map { "\($0)" } + ["completed"])
  }

  @Test func theOrderIsKeptOnAQueueThatRunsManyAtATime() async {
    let numbers = (0..<2_000).map { "\($0)" }
    await withCheckedContinuation { continuation in
      _ = (source.signal |> deliverOn(Queue.concurrentDefaultQueue()))
        .start(next: { [trace] in trace.add("\($0)") }, completed: { continuation.resume() })
      for number in 0..<2_000 { source.put(number) }
      source.complete()
    }
    #expect(trace.lines == numbers)
  }

  @Test func anErrorComesAfterTheValuesThatWait() {
    queue.sync {
      (source.signal |> deliverOn(queue)).trace(to: trace)
      onThreads(1) { [source] _ in
        source.put(1)
        source.put(2)
        source.fail("oops")
      }
      #expect(trace.lines == [])
    }
    settle()
    #expect(trace.lines == ["1", "2", "error oops"])
  }

  @Test("D2: What waits when the start is disposed of does not arrive")
  func disposedWhileWaiting() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).trace(to: trace)
      onThreads(1) { [source] _ in source.put(1) }
      disposable.dispose()
      #expect(source.running == 0)
    }
    settle()
    #expect(trace.lines == [])
  }

  @Test("E7: A signal that feeds itself on a queue needs no stack")
  func answersItself() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).start(next: { [source, trace] number in
        if number < rounds(100_000) { source.put(number + 1) } else { trace.add("\(number)") }
      })
      source.put(0)
      #expect(trace.lines == ["\(rounds(100_000))"])
      disposable.dispose()
    }
  }

  @Test func eachStartHasItsOwnOrder() {
    queue.sync {
      let signal = Signal<Int, NoError>.single(1) |> deliverOn(queue)
      _ = signal.start(next: { [trace] _ in
        _ = signal.start(next: { _ in trace.add("inner") })
        trace.add("outer")
      })
    }
    #expect(trace.lines == ["inner", "outer"])
  }

  @Test func whatWasDeliveredIsReleased() {
    let released = DispatchSemaphore(value: 0)
    let farewells = Source<DeinitProbe, NoError>()
    let disposable = (farewells.signal |> deliverOn(queue)).start(next: { _ in })
    farewells.put(DeinitProbe { released.signal() })
    released.wait()
    disposable.dispose()
  }

  @Test("A delivered value is released before the next one comes")
  func releasesOneValueAfterTheOther() {
    let values = Source<DeinitProbe, NoError>()
    queue.sync {
      let disposable = (values.signal |> deliverOn(queue)).start(next: { [trace] _ in trace.add("value") })
      onThreads(1) { [trace] _ in
        for _ in 1...3 { values.put(DeinitProbe { trace.add("released") }) }
      }
      _ = disposable
    }
    settle()
    settle()
    #expect(trace.lines == ["value", "released", "value", "released", "value", "released"])
    withExtendedLifetime(values) {}
  }

  // MARK: On a pool

  @Test func deliversOnAThreadOfThePoolInOrder() {
    let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
    let (done, strangers) = (DispatchSemaphore(value: 0), Atomic(value: 0))
    _ = (source.signal |> deliverOn(pool)).start(
      next: { [trace] number in
        if !pool.isCurrentThreadInPool() { strangers.modify { $0 + 1 } }
        trace.add("\(number)")
      }, completed: { done.signal() })
    for number in 0..<1_000 { source.put(number) }
    source.complete()
    done.wait()
    #expect(trace.lines == (0..<1_000).map { "\($0)" })
    #expect(strangers.with { $0 } == 0)
  }
}
