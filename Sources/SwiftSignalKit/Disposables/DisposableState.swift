import Signals

/// What a container of disposables holds, and whether it was disposed of.
@usableFromInline struct DisposableState<Members> {
  @usableFromInline var members: Members
  @usableFromInline private(set) var isDisposed = false
  private var disposing = DisposingThreads()

  @usableFromInline init(_ members: Members) { self.members = members }

  /// False: the calling thread is disposing of the members already.
  fileprivate mutating func begin() -> (members: Members, isFirst: Bool)? {
    let isFirst = !isDisposed
    isDisposed = true
    return disposing.begin() ? (members, isFirst) : nil
  }

  fileprivate mutating func end() { disposing.end() }
}

extension Guarded {
  /// Disposes of the members, which stay in their place until that is done.
  ///
  /// So a second caller, on another thread, finds them too, and does not return before they are disposed of. It disposes
  /// only of those that take a second disposal without harm; others are disposed of exactly once, by the first caller.
  func disposeOfAll<Members>(
    leaving nothing: Members, _ forEach: (Members, (any Disposable) -> Void) -> Void
  ) where State == DisposableState<Members> {
    guard let (members, isFirst) = withLock({ $0.begin() }) else { return }
    forEach(members) { member in if isFirst || member is any Finite { member.dispose() } }
    // Released outside the lock: that may run code of the program.
    withExtendedLifetime(members) {
      withLock { state in
        state.end()
        if isFirst { state.members = nothing }
      }
    }
  }
}
