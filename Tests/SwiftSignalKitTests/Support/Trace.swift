import Signals
import SwiftSignalKit

/// What happened, in order, from any thread.
final class Trace: Sendable {
  private let noted = Guarded<[String]>([])

  var lines: [String] { noted.withLock { $0 } }

  /// Notes something; also checks that no lock is held (contract E9).
  func add(_ what: some Any) {
    assertNoLockHeld()
    let line = "\(what)"
    noted.withLock { $0.append(line) }
  }

  /// What was noted since this was asked last.
  func takeLines() -> [String] {
    noted.withLock { noted in
      defer { noted = [] }
      return noted
    }
  }
}

extension SwiftSignalKit.Signal {
  /// Starts the signal and notes its events.
  @discardableResult
  func trace(to trace: Trace, _ name: String = "") -> any SwiftSignalKit.Disposable {
    start(
      next: { trace.add("\(name)\($0)") }, error: { trace.add("\(name)error \($0)") },
      completed: { trace.add("\(name)completed") })
  }

  /// The events of a signal that runs through at once.
  var lines: [String] {
    let trace = Trace()
    self.trace(to: trace)
    return trace.lines
  }
}
