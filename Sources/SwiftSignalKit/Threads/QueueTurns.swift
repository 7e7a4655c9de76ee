import Signals
import SignalsFoundation

/// Runs actions on a queue, for the operators of the core. Never inline; on a queue that runs many things at the
/// same time, those of one time begin in order.
@usableFromInline struct QueueTurns: Scheduler {
  private let queue: Queue

  @usableFromInline init(_ queue: Queue) { self.queue = queue }

  @usableFromInline var now: Duration { queue.timers.now }

  @usableFromInline @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let scheduled = ScheduledAction(action)
    queue.justDispatch { scheduled.run() }
    return scheduled
  }

  @usableFromInline @discardableResult
  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let timer = SerialDisposable()
    let scheduled = ScheduledAction(action, onCancel: { timer.dispose() })
    // The alarm clock rings for one after the other. It hands on what would make others wait.
    timer.inner = queue.timers.schedule(at: time) { [queue] in queue.async { scheduled.run() } }
    return scheduled
  }
}
