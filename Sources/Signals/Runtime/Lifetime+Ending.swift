extension Lifetime {
  /// Runs `action` when the lifetime ends, exactly once; at once if it has ended.
  public final func onEnd(_ action: @escaping @Sendable () -> Void) {
    add(AnyDisposable(action))
  }

  /// Runs `action` when the lifetime has ended and `attach` has returned, whichever comes later: a generator may register
  /// what it has to clean up after it has sent its end, and the action comes after that too.
  @usableFromInline package final func onEnd(
    _ action: @escaping @Sendable () -> Void, after attach: () -> Void
  ) {
    let pending = Guarded(2)
    let arrive: @Sendable () -> Void = {
      let isLast = pending.withLock { pending in
        pending -= 1
        return pending == 0
      }
      if isLast { action() }
    }
    // Before anything that `attach` registers: the newest comes first.
    onEnd(arrive)
    attach()
    arrive()
  }

  /// Disposes of `disposable` when `lifetime` ends; at once if it has ended.
  ///
  /// Members are disposed of in reverse order, outside every lock. Finished ones are removed.
  public static func += (lifetime: Lifetime, disposable: any Disposable) {
    lifetime.add(disposable)
  }
}
