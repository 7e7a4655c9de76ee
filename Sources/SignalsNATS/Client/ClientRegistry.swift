#if NATS
  import Signals

  /// The connections that the C client may still call back for, by number.
  final class ClientRegistry: Sendable {
    static let shared = ClientRegistry()

    private let state = Guarded((last: 0, entries: [Int: ClientEvents]()))

    /// - Returns: A number from 1 on; it is never used again.
    func add(_ events: ClientEvents) -> Int {
      state.withLock { state in
        state.last += 1
        state.entries[state.last] = events
        return state.last
      }
    }

    func find(_ number: Int) -> ClientEvents? { state.withLock { $0.entries[number] } }

    func remove(_ number: Int) {
      let removed = state.withLock { $0.entries.removeValue(forKey: number) }
      withExtendedLifetime(removed) {}
    }
  }
#endif
