import Signals

/// Disposables with keys: setting one disposes of the one before with the same key.
///
/// What is set after the dictionary was disposed of is disposed of at once. Letting go of it disposes of nothing.
public final class DisposableDict<T: Hashable>: Disposable, Sendable {
  @usableFromInline let state: Guarded<DisposableState<[T: any Disposable]>>

  /// A dictionary without entries.
  @inlinable public init() { state = Guarded(DisposableState([:])) }

  /// Holds `disposable` for `key`, and then disposes of the one before; nil removes the entry.
  @inlinable public func set(_ disposable: (any Disposable)?, forKey key: T) {
    let outgoing = state.withLock { state in
      if state.isDisposed { return disposable }
      guard let disposable else { return state.members.removeValue(forKey: key) }
      return state.members.updateValue(disposable, forKey: key)
    }
    outgoing?.dispose()
  }

  /// Disposes of all entries: they are over when this returns, on each thread that calls it.
  public func dispose() {
    state.disposeOfAll(leaving: [:]) { members, dispose in members.values.forEach(dispose) }
  }
}

extension DisposableDict: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }

  /// How many entries are held, for tests.
  var count: Int { state.withLock { $0.members.count } }
}
