import Signals

/// Disposables with keys: setting one disposes of the one before with the same key.
///
/// What is set after the dictionary was disposed of is disposed of at once. Letting go of it disposes of nothing.
public final class DisposableDict<T: Hashable>: Disposable, Sendable {
  private struct State {
    var members: [T: any Disposable] = [:]
    var isDisposed = false
  }
  private let state = Guarded(State())

  /// A dictionary without entries.
  public init() {}

  /// Holds `disposable` for `key`, and then disposes of the one before; nil removes the entry.
  public func set(_ disposable: (any Disposable)?, forKey key: T) {
    let outgoing = state.withLock { state in
      if state.isDisposed { return disposable }
      defer { state.members[key] = disposable }
      return state.members[key]
    }
    outgoing?.dispose()
  }

  public func dispose() {
    let members = state.withLock { state in
      defer { state.members = [:] }
      state.isDisposed = true
      return state.members
    }
    members.values.forEach { $0.dispose() }
  }
}

extension DisposableDict: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }

  /// How many entries are held, for tests.
  var count: Int { state.withLock { $0.members.count } }
}
