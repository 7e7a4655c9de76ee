import Signals
import SignalsFoundation

/// Runs actions on a queue, for the operators of the core. Never inline; on a queue that runs many things at the
/// same time, those of one time begin in order.
struct QueueTurns: Scheduler {
  private let queue: Queue

  init(_ queue: Queue) { self.queue = queue }

  var now: Duration { queue.timers.now }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let scheduled = ScheduledAction(action)
    queue.justDispatch { scheduled.run() }
    return scheduled
  }

  @discardableResult
  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let timer = SerialDisposable()
    let scheduled = ScheduledAction(action, onCancel: { timer.dispose() })
    // The alarm clock rings for one after the other. It hands on what would make others wait.
    timer.inner = queue.timers.schedule(at: time) { [queue] in queue.async { scheduled.run() } }
    return scheduled
  }
}

/// The same, but an action that is scheduled on the queue itself runs at once, unless it is scheduled by one that
/// does so: then others get a turn first. For one subscription.
final class InlineTurns: Scheduler {
  private let queue: Queue
  private let isRunning = Guarded(false)

  init(_ queue: Queue) { self.queue = queue }

  var now: Duration { queue.timers.now }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    guard queue.isCurrent(), isRunning.withLock({ $0.begin() }) else {
      return QueueTurns(queue).schedule(action)
    }
    let scheduled = ScheduledAction(action)
    scheduled.run()
    isRunning.withLock { $0 = false }
    return scheduled
  }

  @discardableResult
  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    QueueTurns(queue).schedule(at: time, action)
  }
}

extension Bool {
  /// True for the one who sets it.
  fileprivate mutating func begin() -> Bool {
    defer { self = true }
    return !self
  }
}
