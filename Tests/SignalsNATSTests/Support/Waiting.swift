#if NATS
  import Signals

  extension EventStream where D == Push {
    /// Observes the values of a signal whose failure is no concern of the test.
    @discardableResult
    func onValues(_ action: @escaping @Sendable (Value) -> Void) -> any Disposable {
      observe(Observer(next: action))
    }
  }

  /// What happened, from any thread.
  final class Log<Entry: Sendable>: Sendable {
    private let stored = Guarded<[Entry]>([])

    var entries: [Entry] { stored.withLock { $0 } }

    var count: Int { stored.withLock { $0.count } }

    func add(_ entry: Entry) { stored.withLock { $0.append(entry) } }
  }
#endif
