extension Lifetime {
  /// Runs `action` when the lifetime ends, exactly once; at once if it has ended.
  public final func onEnd(_ action: @escaping @Sendable () -> Void) {
    add(AnyDisposable(action))
  }

  /// The same, but after `attach` has returned at the earliest. See ``add(_:after:)``.
  @usableFromInline package final func onEnd(
    _ action: @escaping @Sendable () -> Void, after attach: () -> Void
  ) {
    add(AnyDisposable(action), after: attach)
  }

  /// Disposes of `disposable` when the lifetime has ended and `attach` has returned, whichever comes later: a generator may
  /// register what it has to clean up after it has sent its end, and `disposable` comes after that too.
  @usableFromInline final func add(_ disposable: any Disposable, after attach: () -> Void) {
    let member = DisposedAfterAttaching(disposable)
    // Before anything that `attach` registers: the newest comes first.
    add(member)
    attach()
    member.noteAttached()
  }

  /// Disposes of `disposable` when `lifetime` ends; at once if it has ended.
  ///
  /// Members are disposed of in reverse order, outside every lock. Finished ones are removed.
  public static func += (lifetime: Lifetime, disposable: any Disposable) {
    lifetime.add(disposable)
  }
}

private final class DisposedAfterAttaching: Disposable {
  private let disposable: any Disposable
  private let state = Guarded((isDisposed: false, isAttached: false))

  init(_ disposable: any Disposable) { self.disposable = disposable }

  var isDisposed: Bool { disposable.isDisposed }

  func dispose() { disposeIfDue { $0.isDisposed = true } }

  func noteAttached() { disposeIfDue { $0.isAttached = true } }

  func pause() { disposable.pause() }

  func resume() { disposable.resume() }

  private func disposeIfDue(after note: (inout (isDisposed: Bool, isAttached: Bool)) -> Void) {
    let isDue = state.withLock { state in
      note(&state)
      return state.isDisposed && state.isAttached
    }
    if isDue { disposable.dispose() }
  }
}
