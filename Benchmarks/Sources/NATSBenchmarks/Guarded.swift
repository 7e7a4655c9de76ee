#if NATS
  import Foundation

  /// State behind a lock.
  ///
  /// Sendable because the state can be reached only while the lock is held.
  final class Guarded<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: sending State) { self.state = state }

    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
      lock.lock()
      defer { lock.unlock() }
      return body(&state)
    }
  }
#endif
