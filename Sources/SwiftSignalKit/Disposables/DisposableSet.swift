import Signals

/// Several disposables as one: they are disposed of in the order in which they were added.
///
/// What is added afterwards is disposed of at once. Members that are over are removed, but for the newest one: started
/// signals that have ended, and disposables of this module that were disposed of. Releasing the set disposes of nothing.
///
/// - Complexity: adding takes amortised constant time, removing a time that grows with the number of members;
///   the set holds at most about twice the living members.
public final class DisposableSet: Disposable, Sendable {
  private struct Members {
    var all: [any Disposable] = []
    var sweepsAt = 32
  }
  private let state = Guarded(DisposableState(Members()))

  /// An empty set.
  public init() {}

  /// Adds a member; disposes of it at once if the set was disposed of.
  public func add(_ disposable: any Disposable) {
    enum Next { case nothing, dispose, sweep([any Disposable]) }
    let next: Next = state.withLock { state in
      if state.isDisposed { return .dispose }
      state.members.all.append(disposable)
      guard state.members.all.count >= state.members.sweepsAt else { return .nothing }
      state.members.sweepsAt = .max
      return .sweep(state.members.all)
    }
    switch next {
    case .nothing: break
    case .dispose: disposable.dispose()
    case .sweep(let members): sweep(members)
    }
  }

  /// Takes a member out, without disposing of it. Once the set is being disposed of, this has no effect.
  public func remove(_ disposable: any Disposable) {
    let removed: (any Disposable)? = state.withLock { state in
      // Members that take themselves out while they are disposed of: each would search for its place.
      if state.isDisposed { return nil }
      return state.members.all.firstIndex { $0 === disposable }.map { state.members.all.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}  // Released outside the lock: that may run code of the program.
  }

  /// Takes the newest member out, without disposing of it. Without members, or once the set is being disposed of, this
  /// has no effect.
  public func removeLast() {
    let removed = state.withLock { $0.isDisposed ? nil : $0.members.all.popLast() }
    withExtendedLifetime(removed) {}  // Released outside the lock: that may run code of the program.
  }

  /// Disposes of all members: they are over when this returns, on each thread that calls it.
  public func dispose() {
    state.disposeOfAll(leaving: Members()) { members, dispose in members.all.forEach(dispose) }
  }

  /// Checks the members outside the lock, and removes those that are over inside it. The set may change in between:
  /// a member that is over stays over, and need not be disposed of. The newest one stays for ``removeLast()``, which would
  /// take out an older one in its place.
  private func sweep(_ members: [any Disposable]) {
    let over = Set(members.filter { ($0 as? any Finite)?.isOver ?? false }.map { ObjectIdentifier($0) })
    // The members are kept meanwhile, so that none is released inside the lock.
    withExtendedLifetime(members) {
      state.withLock { state in
        let newest = state.members.all.popLast()
        state.members.all.removeAll { over.contains(ObjectIdentifier($0)) }
        if let newest { state.members.all.append(newest) }
        state.members.sweepsAt = Swift.max(32, 2 * state.members.all.count)
      }
    }
  }
}

extension DisposableSet: Finite {
  var isOver: Bool { state.withLock { $0.isDisposed } }

  /// How many members are held, for tests.
  package var count: Int { state.withLock { $0.members.all.count } }
}
