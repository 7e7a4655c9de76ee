import Signals

/// Runs an action when it is disposed of: exactly once, on the disposing thread.
///
/// What the action captured is released when it has run. Letting go of the disposable does not run it.
public final class ActionDisposable: Disposable, Sendable {
  /// In a struct: a closure that is a generic argument would be wrapped in another one.
  private struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private let action: OneShot<Action>

  /// A disposable with something to do.
  @preconcurrency public init(action: @escaping @Sendable () -> Void) {
    self.action = OneShot(Action(run: action))
  }

  public func dispose() {
    guard let action = action.take() else { return }
    assertNoLockHeld()
    action.run()
  }
}

extension ActionDisposable: Finite {
  var isOver: Bool { action.isTaken }
}
