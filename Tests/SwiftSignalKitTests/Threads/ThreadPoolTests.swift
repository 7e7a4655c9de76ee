import Foundation
import SwiftSignalKit
import TestSupport
import Testing

@Suite(.mayBlock) struct ThreadPoolTests {
  @Test func runsTasksOnItsThreads() {
    let pool = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let (done, found) = (DispatchSemaphore(value: 0), Notes<Bool>())
    pool.addTask(
      ThreadPoolTask { _ in
        found.add(pool.isCurrentThreadInPool())
        done.signal()
      })
    done.wait()
    #expect(found.entries == [true])
    #expect(!pool.isCurrentThreadInPool())
  }

  @Test func knowsItsOwnThreads() {
    let (pool, other) = (
      ThreadPool(threadCount: 1, threadPriority: 0.5), ThreadPool(threadCount: 1, threadPriority: 0.5)
    )
    let (done, found) = (DispatchSemaphore(value: 0), Notes<Bool>())
    pool.addTask(
      ThreadPoolTask { _ in
        found.add(other.isCurrentThreadInPool())
        done.signal()
      })
    done.wait()
    #expect(found.entries == [false])
  }

  @Test func runsAsManyAtATimeAsItHasThreads() {
    let pool = ThreadPool(threadCount: 3, threadPriority: 0.5)
    let (begun, goOn, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let running = Atomic(value: (now: 0, most: 0))
    for _ in 0..<9 {
      pool.addTask(
        ThreadPoolTask { _ in
          running.modify { ($0.now + 1, max($0.most, $0.now + 1)) }
          begun.signal()
          goOn.wait()
          running.modify { ($0.now - 1, $0.most) }
          done.signal()
        })
    }
    for _ in 0..<3 { begun.wait() }
    for _ in 0..<9 { goOn.signal() }
    for _ in 0..<9 { done.wait() }
    #expect(running.with { $0.most } == 3)
  }

  @Test func tasksOfAQueueRunOneAfterTheOther() {
    let pool = ThreadPool(threadCount: 4, threadPriority: 0.5)
    let done = DispatchSemaphore(value: 0)
    let orders = (0..<4).map { _ in Notes<Int>() }
    let overlaps = Atomic(value: 0)
    for order in orders {
      let (queue, isBusy) = (pool.nextQueue(), Atomic(value: false))
      for number in 0..<250 {
        queue.addTask(
          ThreadPoolTask { _ in
            if isBusy.swap(true) { overlaps.modify { $0 + 1 } }
            order.add(number)
            isBusy.swap(false)
            done.signal()
          })
      }
    }
    for _ in 0..<1_000 { done.wait() }
    for order in orders { #expect(order.entries == Array(0..<250)) }
    #expect(overlaps.with { $0 } == 0)
  }

  @Test func queuesTakeTurns() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (goOn, done, order) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Notes<String>())
    pool.addTask(ThreadPoolTask { _ in goOn.wait() })
    for queue in ["a", "b"].map({ ($0, pool.nextQueue()) }) {
      for number in 1...2 {
        queue.1.addTask(
          ThreadPoolTask { _ in
            order.add("\(queue.0)\(number)")
            done.signal()
          })
      }
    }
    goOn.signal()
    for _ in 0..<4 { done.wait() }
    #expect(order.entries == ["a1", "b1", "a2", "b2"])
  }

  @Test func aCancelledTaskDoesNotRun() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (goOn, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let queue = pool.nextQueue()
    queue.addTask(ThreadPoolTask { _ in goOn.wait() })
    let cancelled = ThreadPoolTask { _ in Issue.record("it was cancelled") }
    queue.addTask(cancelled)
    queue.addTask(ThreadPoolTask { _ in done.signal() })
    #expect(queue.hasTasks())
    cancelled.cancel()
    cancelled.cancel()
    goOn.signal()
    done.wait()
    #expect(!queue.hasTasks())
  }

  @Test("A task runs once, however often it is added")
  func aTaskRunsOnce() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (done, runs) = (DispatchSemaphore(value: 0), Notes<Int>())
    let queue = pool.nextQueue()
    let task = ThreadPoolTask { _ in runs.add(1) }
    for _ in 0..<3 { queue.addTask(task) }
    queue.addTask(ThreadPoolTask { _ in done.signal() })
    done.wait()
    task.execute()
    #expect(runs.entries == [1])
  }

  @Test func aTaskThatRunsLearnsThatItWasCancelled() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let (begun, goOn, done, found) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), Notes<Bool>()
    )
    let task = ThreadPoolTask { state in
      found.add(state.cancelled.with { $0 })
      begun.signal()
      goOn.wait()
      found.add(state.cancelled.with { $0 })
      done.signal()
    }
    pool.addTask(task)
    begun.wait()
    task.cancel()
    goOn.signal()
    done.wait()
    #expect(found.entries == [false, true])
  }

  @Test func whatATaskCapturedIsReleasedWhenItHasRunOrWasCancelled() {
    let pool = ThreadPool(threadCount: 1, threadPriority: 0.5)
    let released = DispatchSemaphore(value: 0)
    func task() -> ThreadPoolTask {
      let farewell = DeinitProbe { released.signal() }
      return ThreadPoolTask { _ in withExtendedLifetime(farewell) {} }
    }
    let (run, cancelled) = (task(), task())
    pool.addTask(run)
    released.wait()
    cancelled.cancel()
    released.wait()
    withExtendedLifetime((run, cancelled)) {}
  }

  // MARK: The end

  /// Puts something on each of two threads, which is released when the thread ends.
  @Test func theThreadsEndWithThePool() async throws {
    let ended = Atomic(value: 0)
    var pool: ThreadPool? = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    for _ in 0..<2 {
      pool?.addTask(
        ThreadPoolTask { _ in
          Thread.current.threadDictionary["farewell"] = DeinitProbe { ended.modify { $0 + 1 } }
          begun.signal()
          goOn.wait()
        })
    }
    for _ in 0..<2 { begun.wait() }
    for _ in 0..<2 { goOn.signal() }
    #expect(ended.with { $0 } == 0)
    pool = nil
    #expect(try await eventually { ended.with { $0 } == 2 })
  }

  @Test func whatWasAddedRunsBeforeTheThreadsEnd() {
    let (done, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    var pool: ThreadPool? = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let reference = Weak(pool!)
    let queue = pool!.nextQueue()
    queue.addTask(ThreadPoolTask { _ in goOn.wait() })
    for _ in 0..<100 { queue.addTask(ThreadPoolTask { _ in done.signal() }) }
    pool = nil
    goOn.signal()
    for _ in 0..<100 { done.wait() }
    #expect(reference.value != nil, "a queue keeps its pool")
    withExtendedLifetime(queue) {}
  }

  @Test func nothingKeepsAPool() async throws {
    var pool: ThreadPool? = ThreadPool(threadCount: 2, threadPriority: 0.5)
    let reference = Weak(pool!)
    let ran = DispatchSemaphore(value: 0)
    pool?.addTask(ThreadPoolTask { _ in ran.signal() })
    ran.wait()
    pool = nil
    #expect(try await eventually { reference.value == nil })
  }

  @Test func aTaskMayReleaseThePool() async throws {
    let pool = Atomic<ThreadPool?>(value: ThreadPool(threadCount: 1, threadPriority: 0.5))
    let reference = Weak(pool.with { $0! })
    pool.with { $0! }.addTask(ThreadPoolTask { _ in pool.swap(nil) })
    #expect(try await eventually { reference.value == nil })
  }

  @Test("X1: A pool without threads stops the program") func needsThreads() async {
    await #expect(processExitsWith: .failure) { _ = ThreadPool(threadCount: 0, threadPriority: 0.5) }
  }

  @Test("X1: A pool of too many threads stops the program") func needsFewThreads() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ThreadPool(threadCount: .max, threadPriority: 0.5)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("ThreadPool: the number of threads must be at most 1024, got 9223372036854775807"))
  }
}
