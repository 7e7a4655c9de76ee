import Foundation
import Signals
import SignalsFoundation

/// One run of the command, from its beginning to its line in the output.
final class RunReport: Sendable {
  private let reason: String
  private let now: @Sendable () -> ContinuousClock.Instant
  private let began: ContinuousClock.Instant
  private let ended = Guarded<ContinuousClock.Instant?>(nil)
  private let isStopped = Flag()

  init(_ reason: String, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.reason = reason
    self.now = now
    began = now()
  }

  /// The command has ended; processes that it has started may be left.
  func end() { ended.withLock { $0 = now() } }

  /// It did not end by itself.
  func stop() { _ = isStopped.set() }

  /// What had changed, how the run ended, and how long it took.
  func line(_ end: ProcessEnd) -> String {
    let time = ((ended.withLock { $0 } ?? now()) - began).spoken
    if isStopped.isSet { return "\(reason): stopped after \(time)" }
    return switch end {
    case .exited(status: 0): "\(reason): succeeded in \(time)"
    case .exited(let status): "\(reason): failed with status \(status) in \(time)"
    case .killed(let signal): "\(reason): ended by signal \(signal), \(signal.meaning), in \(time)"
    }
  }

  func line(_ error: ProcessError) -> String { "\(reason): \(error)" }
}

extension Int32 {
  /// Of a signal, as the system puts it.
  var meaning: String { String(cString: strsignal(self)).lowercased() }
}
