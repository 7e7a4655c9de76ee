import Signals

/// Tasks for a pool that run one after the other, in the order in which they were added, on any of its threads.
///
/// It keeps the threads of its pool.
public final class ThreadPoolQueue: Equatable, Sendable {
  private struct State {
    var tasks = Fifo<ThreadPoolTask>()
    /// A thread is at it, or it stands in line for one.
    var isTaken = false
  }

  private let pool: ThreadPool
  private let state = Guarded(State())

  /// A queue without tasks, for the threads of a pool.
  public init(threadPool: ThreadPool) { pool = threadPool }

  /// Whether both are the same queue.
  public static func == (a: ThreadPoolQueue, b: ThreadPoolQueue) -> Bool { a === b }

  /// Adds a task after all others.
  public func addTask(_ task: ThreadPoolTask) {
    let needsThread = state.withLock { state in
      state.tasks.append(task)
      defer { state.isTaken = true }
      return !state.isTaken
    }
    if needsThread { pool.work.add(self) }
  }

  /// Whether tasks wait; one that runs does not.
  public func hasTasks() -> Bool { state.withLock { !$0.tasks.isEmpty } }

  /// Runs the task whose turn it is; called by a thread. The other queues come before the next one.
  func runTask() {
    state.withLock { $0.tasks.popFirst() }?.execute()
    let needsThread = state.withLock { state in
      state.isTaken = !state.tasks.isEmpty
      return state.isTaken
    }
    if needsThread { pool.work.add(self) }
  }
}
