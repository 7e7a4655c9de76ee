/// Runs an action when it is disposed of: exactly once, outside every lock, on the disposing thread.
///
/// What the action captured is released when it has run. A second thread that disposes does not wait for the action,
/// which may still be running when its call returns.
public final class AnyDisposable: Disposable {
  private let action: OneShot<@Sendable () -> Void>

  /// A disposable that runs `action`.
  public init(_ action: @escaping @Sendable () -> Void) { self.action = OneShot(action) }

  public var isDisposed: Bool { action.isTaken }

  public func dispose() {
    guard let action = action.take() else { return }
    assertNoLockHeld()
    action()
  }
}
