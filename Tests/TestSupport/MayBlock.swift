import Foundation
import Signals
import Testing

/// Gives each test of a suite a thread of its own, in place of one of those that all tasks of the process share.
///
/// There are as few of the shared ones as the machine has processors. A test that blocks one, because it waits for a
/// semaphore, for other threads or for a process, keeps it from all other tests; two of them stop a machine with two
/// processors.
package struct MayBlock: SuiteTrait, TestTrait, TestScoping {
  /// A test may start threads and processes: more at once would only wait for one another, and take memory.
  private static let places = Places(2 * ProcessInfo.processInfo.activeProcessorCount)

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Asked for the suite as well, where nothing runs yet.
    guard testCase != nil else { return try await function() }
    await Self.places.take()
    defer { Self.places.giveBack() }
    let run = StallWatchdog.begin("\(test.displayName ?? test.name), \(test.sourceLocation)")
    defer { StallWatchdog.end(run) }
    try await withTaskExecutorPreference(ThreadOfItsOwn(), operation: function)
  }
}

extension Trait where Self == MayBlock {
  /// The tests block their thread: each gets one of its own.
  package static var mayBlock: Self { MayBlock() }
}

/// Runs the jobs of a task, one after the other, on a thread that no other task waits for.
package final class ThreadOfItsOwn: TaskExecutor {
  private let queue = DispatchQueue(label: "thread of its own")

  package init() {}

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// The executor of an actor that a test blocks.
package final class BlockableExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "blockable actor")
  private let mark = DispatchSpecificKey<Bool>()

  package init() { queue.setSpecific(key: mark, value: true) }

  /// Whether the caller is where the actor is.
  package var isHere: Bool { DispatchQueue.getSpecific(key: mark) == true }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// A number of places that tasks take and give back, in the order in which they ask. A task that waits holds no thread.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state: Guarded<State>

  init(_ count: Int) { state = Guarded(State(free: count)) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if !state.waiting.isEmpty { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
