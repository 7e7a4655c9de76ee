import Dispatch
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct DeliverOnTests {
  private let queue = Queue(name: "deliveries")
  private let notes = Notes<String>()
  private let source = Feed<Int, String>()

  /// Waits until the queue has done what it was asked for.
  private func settle() { queue.queue.sync {} }

  // MARK: On a queue

  @Test func deliversOnTheQueueLater() {
    let (places, begun) = (Notes<Bool>(), DispatchSemaphore(value: 0))
    queue.justDispatch { begun.wait() }
    let disposable = (source.signal |> deliverOn(queue)).start(next: { [queue] _ in
      places.add(queue.isCurrent())
    })
    source.putNext(1)
    #expect(places.entries == [])
    begun.signal()
    settle()
    #expect(places.entries == [true])
    disposable.dispose()
  }

  @Test func deliversAtOnceOnTheQueue() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).noting(in: notes)
      source.putNext(1)
      notes.add("sent")
      source.putCompletion()
      #expect(notes.entries == ["1", "sent", "completed"])
      disposable.dispose()
    }
  }

  @Test @MainActor func deliversAtOnceOnTheMainThread() {
    _ = (Signal<Int, NoError>.single(1) |> deliverOnMainQueue).noting(in: notes)
    #expect(notes.entries == ["1", "completed"])
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
      _ = (source.signal |> deliverOn(queue)).noting(in: notes)
      onThreads(1) { [source] _ in source.putNext(1) }
      source.putNext(2)
      source.putCompletion()
      #expect(notes.entries == [], "1 is on its way, and nothing goes before it")
    }
    settle()
    #expect(notes.entries == ["1", "2", "completed"])
  }

  @Test func theOrderOfManyIsKept() {
    let count = 2_000
    _ = (source.signal |> deliverOn(queue)).noting(in: notes)
    for number in 0..<count {
      if number % 7 == 0 { queue.sync { source.putNext(number) } } else { source.putNext(number) }
    }
    source.putCompletion()
    settle()
    settle()
    #expect(notes.entries == (0..<count).map { "\($0)" } + ["completed"])
  }

  @Test func theOrderIsKeptOnAQueueThatRunsManyAtATime() async {
    let numbers = (0..<2_000).map { "\($0)" }
    await withCheckedContinuation { continuation in
      _ = (source.signal |> deliverOn(Queue.concurrentDefaultQueue()))
        .start(next: { [notes] in notes.add("\($0)") }, completed: { continuation.resume() })
      for number in 0..<2_000 { source.putNext(number) }
      source.putCompletion()
    }
    #expect(notes.entries == numbers)
  }

  @Test func anErrorComesAfterTheValuesThatWait() {
    queue.sync {
      _ = (source.signal |> deliverOn(queue)).noting(in: notes)
      onThreads(1) { [source] _ in
        source.putNext(1)
        source.putNext(2)
        source.putError("oops")
      }
      #expect(notes.entries == [])
    }
    settle()
    #expect(notes.entries == ["1", "2", "error oops"])
  }

  @Test("D2: What waits when the start is disposed of does not arrive")
  func disposedWhileWaiting() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).noting(in: notes)
      onThreads(1) { [source] _ in source.putNext(1) }
      disposable.dispose()
      #expect(source.disposalCount == 1)
    }
    settle()
    #expect(notes.entries == [])
  }

  @Test("E7: A signal that answers itself on the queue does so after the event, at once, without a stack")
  func answersItself() {
    queue.sync {
      let disposable = (source.signal |> deliverOn(queue)).start(next: { [source, notes] number in
        if number < 100_000 { source.putNext(number + 1) } else { notes.add("\(number)") }
      })
      source.putNext(0)
      #expect(notes.entries == ["100000"])
      disposable.dispose()
    }
  }

  @Test func eachStartHasItsOwnOrder() {
    queue.sync {
      let signal = Signal<Int, NoError>.single(1) |> deliverOn(queue)
      _ = signal.start(next: { [notes] _ in
        _ = signal.start(next: { _ in notes.add("inner") })
        notes.add("outer")
      })
    }
    #expect(notes.entries == ["inner", "outer"])
  }

  @Test func whatWasDeliveredIsReleased() {
    let released = DispatchSemaphore(value: 0)
    let farewells = Feed<Farewell, NoError>()
    let disposable = (farewells.signal |> deliverOn(queue)).start(next: { _ in })
    farewells.putNext(Farewell { released.signal() })
    released.wait()
    disposable.dispose()
  }

  // MARK: On a pool

  @Test func deliversOnAThreadOfThePoolInOrder() {
    let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
    let (done, strangers) = (DispatchSemaphore(value: 0), Atomic(value: 0))
    _ = (source.signal |> deliverOn(pool)).start(
      next: { [notes] number in
        if !pool.isCurrentThreadInPool() { strangers.modify { $0 + 1 } }
        notes.add("\(number)")
      }, completed: { done.signal() })
    for number in 0..<1_000 { source.putNext(number) }
    source.putCompletion()
    done.wait()
    #expect(notes.entries == (0..<1_000).map { "\($0)" })
    #expect(strangers.with { $0 } == 0)
  }
}
