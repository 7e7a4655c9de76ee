import Foundation
import Signals

/// Ends a run of the tests that stands still, within a minute, and names the tests that have not ended.
///
/// It stands still when the threads that all tasks share run no task any more, or when no test has begun or ended, nothing
/// was computed and no other process was running for a minute. A busy machine makes a run slow, which is not that.
package enum StallWatchdog {
  private struct State {
    var running: [Int: String] = [:]
    var lastNumber = 0
    /// When a test began or ended, or the process worked, or had another one work.
    var lastProgress = ContinuousClock.now
    var lastProcessorTime = Duration.zero
    /// When a task was given to the threads that all tasks share; nil when they have run it.
    var waitingSince: ContinuousClock.Instant?
  }

  private static let state = Guarded(State())
  private static let limit = Duration.seconds(60)

  /// Watches from the first test on.
  private static let watching: Void = Thread.detachNewThread {
    while true {
      Thread.sleep(forTimeInterval: 1)
      look()
    }
  }

  /// - Returns: What ``end(_:)`` wants.
  static func begin(_ test: String) -> Int {
    watching
    return state.withLock { state in
      state.lastNumber += 1
      state.running[state.lastNumber] = test
      state.lastProgress = .now
      return state.lastNumber
    }
  }

  static func end(_ number: Int) {
    state.withLock { state in
      state.running[number] = nil
      state.lastProgress = .now
    }
  }

  private static func look() {
    let (now, processorTime, hasChildren) = (ContinuousClock.now, processorTime(), hasChildren())
    let (asks, complaint) = state.withLock { state -> (asks: Bool, complaint: String?) in
      if hasChildren || processorTime > state.lastProcessorTime + .milliseconds(100) {
        state.lastProgress = now
      }
      state.lastProcessorTime = processorTime
      let asks = state.waitingSince == nil
      if asks { state.waitingSince = now }
      return (asks, Self.complaint(about: state, at: now))
    }
    if let complaint {
      FileHandle.standardError.write(Data("\nThe tests stand still: \(complaint)\n".utf8))
      abort()
    }
    // Before all others, however many wait.
    if asks { Task.detached(priority: .high) { state.withLock { $0.waitingSince = nil } } }
  }

  private static func complaint(about state: State, at now: ContinuousClock.Instant) -> String? {
    let tests = "Running: \(state.running.values.sorted().joined(separator: "; "))."
    if let since = state.waitingSince, since + limit < now {
      return "for \(limit) no task was run, because tests block all threads that tasks have. \(tests)"
    }
    if state.lastProgress + limit < now, !state.running.isEmpty {
      return "for \(limit) no test has begun or ended, and nothing was computed. \(tests)"
    }
    return nil
  }

  private static func processorTime() -> Duration {
    var usage = rusage()
    getrusage(.init(RUSAGE_SELF.rawValue), &usage)
    return .seconds(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + .microseconds(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
  }

  /// Whether another process works for a test, as a compiler does.
  private static func hasChildren() -> Bool {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.contains { task in
      let children = try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)
      return children?.isEmpty == false
    }
  }
}
