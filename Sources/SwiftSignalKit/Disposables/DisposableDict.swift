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
    var outgoing = disposable
    // The key goes with its entry: releasing it may run code of the program too.
    let entry = state.withLock { state -> (key: T, value: any Disposable)? in
      if state.isDisposed { return nil }
      guard let place = state.members.index(forKey: key) else {
        state.members[key] = outgoing.take()
        return nil
      }
      guard var other = outgoing else { return state.members.remove(at: place) }
      swap(&state.members.values[place], &other)
      outgoing = other
      return nil
    }
    (entry?.value ?? outgoing)?.dispose()
    withExtendedLifetime(entry) {}
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
