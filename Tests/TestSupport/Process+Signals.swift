import Foundation

extension Process {
  /// Runs it with no signal blocked, as a program that a user starts.
  ///
  /// Dispatch blocks nearly all signals in its threads, and a program is started with those of the thread that starts it.
  package func runWithoutBlockedSignals() throws {
    try blockingOnly([]) { try run() }
  }
}

/// Calls `body` while the thread blocks these signals and no others.
package func blockingOnly<Result>(_ signals: [Int32], _ body: () throws -> Result) rethrows -> Result {
  var (blocked, before) = (sigset_t(), sigset_t())
  sigemptyset(&blocked)
  for signal in signals { sigaddset(&blocked, signal) }
  pthread_sigmask(SIG_SETMASK, &blocked, &before)
  defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
  return try body()
}
