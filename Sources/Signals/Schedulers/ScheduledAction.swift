/// An action that waits for its moment, and can be cancelled until then.
package final class ScheduledAction: Disposable {
  private struct Content: Sendable {
    let action: @Sendable () -> Void
    let onCancel: (@Sendable () -> Void)?
  }

  /// Taken out as a whole, so that a cancellation releases both closures: `onCancel` refers to the clock, and the clock
  /// holds the action for a while yet.
  private let content: OneShot<Content>

  package init(
    _ action: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    content = OneShot(Content(action: action, onCancel: onCancel))
  }

  /// Whether it has begun or was cancelled.
  package var isDisposed: Bool { content.isTaken }

  /// Cancels, unless it has begun.
  package func dispose() { content.take()?.onCancel?() }

  /// Runs the action, unless it was cancelled.
  package func run() {
    guard let content = content.take() else { return }
    assertNoLockHeld()
    content.action()
  }
}
