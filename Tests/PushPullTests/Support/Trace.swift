import Signals

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
}
