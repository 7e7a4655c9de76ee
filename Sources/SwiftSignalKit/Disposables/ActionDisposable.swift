import Signals

/// Runs an action when it is disposed of: exactly once, on the disposing thread.
///
/// What the action captured is released when it has run. Letting go of the disposable does not run it.
public final class ActionDisposable: Disposable, Sendable {
  private let action: TakeOnce<@Sendable () -> Void>

  /// A disposable with something to do.
  @preconcurrency public init(action: @escaping @Sendable () -> Void) { self.action = TakeOnce(action) }

  public func dispose() {
    guard let action = action.take() else { return }
    assertNoLockHeld()
    action()
  }
}

extension ActionDisposable: Finite {
  var isOver: Bool { action.isTaken }
}
