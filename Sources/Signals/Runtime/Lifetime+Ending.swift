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
    // Before anything that `attach` registers: the newest comes first.
    let member = DisposedAfterAttaching(disposable)
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

  /// The same for a start, of which the library knows more.
  @usableFromInline package static func += (lifetime: Lifetime, start: Subscription) { lifetime.add(start) }
}

/// Sendable because `state` is touched only under the lock.
final class DisposedAfterAttaching: Disposable, SettlingOwner, @unchecked Sendable {
  private let disposable: any Disposable
  private struct State {
    var isDisposed = false
    var isAttached = false
    var settling = Settling()
  }
  private let lock = Lock()
  @exclusivity(unchecked) private var state = State()

  init(_ disposable: any Disposable) { self.disposable = disposable }

  var isDisposed: Bool { disposable.isDisposed }

  var owned: [any Disposable] { [disposable] }

  func dispose() { disposeIfDue { $0.isDisposed = true } }

  func noteAttached() { disposeIfDue { $0.isAttached = true } }

  func pause() { disposable.pause() }

  func resume() { disposable.resume() }

  var isSettled: Bool { hasSettled }

  func whenSettled(_ action: @escaping @Sendable () -> Void) { onceSettled(action) }

  func withSettling<Result>(_ body: (inout Settling) -> Result) -> Result {
    lock.withLock { body(&state.settling) }
  }

  private func disposeIfDue(after note: (inout State) -> Void) {
    let isDue = lock.withLock {
      note(&state)
      guard state.isDisposed, state.isAttached else { return false }
      state.settling.begin()
      return true
    }
    if !isDue { return }
    disposable.dispose()
    endDisposing(disposable.isSettled ? [] : [disposable])
  }
}
