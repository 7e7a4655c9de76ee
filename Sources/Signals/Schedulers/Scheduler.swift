/// A place to run things, now or later, and the clock that says when.
///
/// Whatever shifts events in time or moves them to another thread takes a scheduler as an argument;
/// nothing else becomes asynchronous (contract E8).
///
/// A scheduler runs one action at a time, in the order of their times; actions with the same time run
/// in the order in which they were scheduled. ``ImmediateScheduler`` is the exception: it runs each action at once, inside
/// the call.
public protocol Scheduler: Sendable {
  /// The time since an origin of the scheduler's own. It never goes back.
  var now: Duration { get }

  /// Runs `action` as soon as possible, after everything that was scheduled for now before it.
  ///
  /// - Returns: What prevents the action, as long as it has not begun.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs `action` at `time`, on the scale of ``now``; as soon as possible if that has passed.
  ///
  /// - Returns: What prevents the action, as long as it has not begun.
  @discardableResult
  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable
}

extension Scheduler {
  /// Runs `action` after `delay`. A moment too far away to be represented, as after `Int64.max` seconds, never comes.
  ///
  /// - Returns: What prevents the action, as long as it has not begun.
  @inlinable @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    schedule(at: now.saturatingAdding(delay), action)
  }
}
