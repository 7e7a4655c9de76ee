import Signals
import TestSupport

/// What happened, in order, from any thread.
final class Log<Entry: Sendable>: Sendable {
  private let stored = Guarded<[Entry]>([])

  var entries: [Entry] { stored.withLock { $0.apart } }

  func add(_ entry: Entry) {
    precondition(!Lock.isHeldByCaller, "contract E9: called while a lock is held")
    stored.withLock { $0.append(entry) }
  }
}

extension Log {
  /// Records events; also checks that no lock is held (contract E9).
  func observer<Value, Failure>() -> Observer<Value, Failure> where Entry == Event<Value, Failure> {
    Observer { self.add($0) }
  }
}

/// Says when it is gone.
final class Probe: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

  /// Keeps the probe alive for as long as the closure that calls this.
  func touch() {}

  deinit { onDeinit() }
}

struct Oops: Error, Equatable {
  var code = 0
}

extension Signal {
  /// The same signal; `probe` is released with the last observer.
  func keeping(_ probe: Probe) -> Self {
    map { value in
      probe.touch()
      return value
    }
  }
}
