import Signals

/// The state of a task: whether it was cancelled.
public final class ThreadPoolTaskState: Sendable {
  /// For a task that takes long, to look at now and then.
  public let cancelled = Atomic(value: false)
}

/// Something for a thread of a pool to do.
public final class ThreadPoolTask: Sendable {
  private let state = ThreadPoolTaskState()
  private let action: OneShot<@Sendable (ThreadPoolTaskState) -> Void>

  /// A task that runs `action` with its state.
  @preconcurrency public init(_ action: @escaping @Sendable (ThreadPoolTaskState) -> Void) {
    self.action = OneShot(action)
  }

  /// Prevents it if it has not begun, and lets it know otherwise.
  public func cancel() {
    state.cancelled.swap(true)
    _ = action.take()
  }

  /// Runs it, unless it was cancelled; once, however often it is added.
  public func execute() { action.take()?(state) }
}
