/// An action that waits for its moment, and can be cancelled until then.
package final class ScheduledAction: Disposable {
  private let action: TakeOnce<@Sendable () -> Void>
  private let onCancel: (@Sendable () -> Void)?

  package init(
    _ action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    self.action = TakeOnce(action)
    self.onCancel = onCancel
  }

  /// Whether it has begun or was cancelled.
  package var isDisposed: Bool { action.isTaken }

  /// Cancels, unless it has begun.
  package func dispose() { if action.take() != nil { onCancel?() } }

  /// Runs the action, unless it was cancelled.
  package func run() {
    guard let action = action.take() else { return }
    assertNoLockHeld()
    action()
  }
}
