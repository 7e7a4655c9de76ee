import Dispatch
import Foundation
import Signals

/// A fixed number of threads that run tasks.
///
/// The threads end when no reference to the pool, or to a queue of it, is left and no task waits.
public final class ThreadPool: NSObject, Sendable {
  let work = PoolWork()
  private let threadCount: Int

  /// Begins the threads.
  ///
  /// - Parameters:
  ///   - threadCount: How many threads there are.
  ///   - threadPriority: From 0 to 1, where 0.5 is usual. Linux gives all threads the same.
  /// - Precondition: `threadCount` is greater than zero, and no more than 1024.
  public init(threadCount: Int, threadPriority: Double) {
    require(threadCount > 0, "ThreadPool", "the number of threads must be greater than zero", threadCount)
    require(threadCount <= 1024, "ThreadPool", "the number of threads must be at most 1024", threadCount)
    self.threadCount = threadCount
    super.init()
    for _ in 0..<threadCount {
      let thread = Thread { [work] in work.run() }
      thread.name = "ThreadPool"
      #if canImport(ObjectiveC)
        thread.threadPriority = threadPriority
      #endif
      thread.start()
    }
  }

  deinit { work.end(threadCount) }

  /// Runs a task as soon as a thread is free.
  public func addTask(_ task: ThreadPoolTask) { nextQueue().addTask(task) }

  /// A queue of tasks that run one after the other.
  public func nextQueue() -> ThreadPoolQueue { ThreadPoolQueue(threadPool: self) }

  /// Whether the caller is on a thread of the pool.
  public func isCurrentThreadInPool() -> Bool { work.isRunByCaller }
}

/// What the threads of a pool have in common. It does not refer to the pool, so that the pool can end.
final class PoolWork: Sendable {
  /// Queues that have a task and no thread.
  private let queues = Guarded(Fifo<ThreadPoolQueue>())
  /// Counts the queues, and at the end one more for each thread. So a thread that finds no queue can go.
  private let calls = DispatchSemaphore(value: 0)

  private static let key = "SwiftSignalKit.ThreadPool"

  var isRunByCaller: Bool {
    Thread.current.threadDictionary[Self.key] as? ObjectIdentifier == ObjectIdentifier(self)
  }

  func add(_ queue: ThreadPoolQueue) {
    queues.withLock { $0.append(queue) }
    calls.signal()
  }

  func end(_ threadCount: Int) {
    for _ in 0..<threadCount { calls.signal() }
  }

  /// The life of a thread.
  func run() {
    Thread.current.threadDictionary[Self.key] = ObjectIdentifier(self)
    while runQueue() {}
  }

  /// False: there is nothing to do and never will be.
  private func runQueue() -> Bool {
    calls.wait()
    return releasing {
      guard let queue = queues.withLock({ $0.popFirst() }) else { return false }
      queue.runTask()
      return true
    }
  }

  /// Releases what `body` leaves behind, also where that is done in pools.
  private func releasing(_ body: () -> Bool) -> Bool {
    #if canImport(ObjectiveC)
      autoreleasepool(invoking: body)
    #else
      body()
    #endif
  }
}
