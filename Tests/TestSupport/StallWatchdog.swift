import Foundation
import Signals

/// Ends a run of the tests that stands still, within a minute, and names the tests that have not ended, as far as they belong
/// to suites that may block: only those are known here. `.ci/steps` names the others, from what the run has said.
///
/// It stands still when the threads that all tasks share run no task any more, or when no test has begun or ended, nothing
/// was computed and no other process was running for a minute. A busy machine makes a run slow, which is not that.
package enum StallWatchdog {
  private static let run = Guarded(TestRun(at: .now))

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
    return run.withLock { $0.begin(test, at: .now) }
  }

  static func end(_ number: Int) { run.withLock { $0.end(number, at: .now) } }

  private static func look() {
    let (now, processorTime, hasChildren) = (ContinuousClock.now, processorTime(), hasChildren())
    let (asks, complaint) = run.withLock { $0.look(at: now, processorTime, hasChildren: hasChildren) }
    if let complaint {
      FileHandle.standardError.write(Data("\nThe tests stand still: \(complaint)\n".utf8))
      abort()
    }
    // Before all others, however many wait.
    if asks { Task.detached(priority: .high) { run.withLock { $0.taskWasRun() } } }
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

/// What is known of a run of the tests, and whether it stands still.
package struct TestRun: Sendable {
  package typealias Moment = ContinuousClock.Instant

  package static let limit = Duration.seconds(60)

  private var running: [Int: String] = [:]
  private var lastNumber = 0
  /// When a test began or ended, or the process worked, or had another one work.
  private var lastProgress: Moment
  private var lastProcessorTime = Duration.zero
  /// When a task was given to the threads that all tasks share; nil when they have run it.
  private var waitingSince: Moment?

  package init(at now: Moment) { lastProgress = now }

  /// - Returns: What ``end(_:at:)`` wants.
  package mutating func begin(_ test: String, at now: Moment) -> Int {
    lastNumber += 1
    running[lastNumber] = test
    lastProgress = now
    return lastNumber
  }

  package mutating func end(_ number: Int, at now: Moment) {
    running[number] = nil
    lastProgress = now
  }

  /// - Parameter processorTime: What the process has used so far.
  /// - Returns: Whether a task is to be given to the threads that all tasks share, which calls ``taskWasRun()``; and what
  ///   stands still.
  package mutating func look(
    at now: Moment, _ processorTime: Duration, hasChildren: Bool
  ) -> (asks: Bool, complaint: String?) {
    if hasChildren || processorTime > lastProcessorTime + .milliseconds(100) { lastProgress = now }
    lastProcessorTime = processorTime
    let asks = waitingSince == nil
    if asks { waitingSince = now }
    return (asks, complaint(at: now))
  }

  package mutating func taskWasRun() { waitingSince = nil }

  private func complaint(at now: Moment) -> String? {
    let tests =
      running.isEmpty
      ? "It is none of those that may block: look for one that has begun and not ended."
      : "Running: \(running.values.sorted().joined(separator: "; "))."
    if let waitingSince, waitingSince + Self.limit < now {
      return "for \(Self.limit) no task was run, because tests block all threads that tasks have. \(tests)"
    }
    if lastProgress + Self.limit < now {
      return "for \(Self.limit) no test has begun or ended, and nothing was computed. \(tests)"
    }
    return nil
  }
}
