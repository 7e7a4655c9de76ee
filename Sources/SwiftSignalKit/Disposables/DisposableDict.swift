import Signals

/// Disposables with keys: setting one disposes of the one before with the same key.
///
/// What is set after the dictionary was disposed of is disposed of at once. Letting go of it disposes of nothing.
///
/// Hashing and comparing keys is code of the program: it is done outside the lock, and the keys that were found are
/// compared again if another thread has added one with the same hash value meanwhile.
public final class DisposableDict<T: Hashable>: Disposable, Sendable {
  @usableFromInline final class Entry {
    @usableFromInline let key: T
    /// Protected by the lock of the dictionary.
    @exclusivity(unchecked) @usableFromInline var disposable: any Disposable

    @inlinable init(_ key: T, _ disposable: any Disposable) {
      self.key = key
      self.disposable = disposable
    }
  }

  /// By the hash values of the keys.
  @usableFromInline let state: Guarded<DisposableState<[Int: [Entry]]>>

  /// A dictionary without entries.
  @inlinable public init() { state = Guarded(DisposableState([:])) }

  /// Holds `disposable` for `key`, and then disposes of the one before; nil removes the entry.
  @inlinable public func set(_ disposable: (any Disposable)?, forKey key: T) {
    let hash = key.hashValue
    var isDone = false
    while !isDone {
      // Keeps the keys, too, which are released outside the lock.
      let known = state.withLock { $0.members[hash] ?? [] }
      let found = known.first { $0.key == key }
      var outgoing = disposable
      isDone = state.withLock { state in
        if state.isDisposed { return true }
        let entries = state.members[hash] ?? []
        if let found {
          guard entries.contains(where: { $0 === found }) else { return false }
          outgoing = found.disposable
          if let disposable {
            found.disposable = disposable
          } else {
            state.members[hash] = entries.count == 1 ? nil : entries.filter { $0 !== found }
          }
        } else if let disposable {
          guard entries.allSatisfy({ entry in known.contains { $0 === entry } }) else { return false }
          // Not added in place: other threads may read what was there.
          state.members[hash] = entries + [Entry(key, disposable)]
          outgoing = nil
        }
        return true
      }
      if isDone { outgoing?.dispose() }
    }
  }

  /// Disposes of all entries: they are over when this returns, on each thread that calls it.
  public func dispose() {
    state.disposeOfAll(leaving: [:]) { members, dispose in
      for entries in members.values { for entry in entries { dispose(entry.disposable) } }
    }
  }
}

extension DisposableDict: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }

  /// How many entries are held, for tests.
  package var count: Int { state.withLock { $0.members.values.reduce(0) { $0 + $1.count } } }
}
