import Signals

/// Runs the first action before the call that schedules it returns, as when that thread is held up.
final class HastyScheduler: Scheduler {
  private struct State {
    var hasRunFirst = false
    var waiting: [ScheduledAction] = []
  }
  private let state = Guarded(State())

  let now = Duration.zero

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(at: now, action)
  }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    let isFirst = state.withLock { state in
      if state.hasRunFirst { state.waiting.append(scheduled) }
      return !exchange(&state.hasRunFirst, with: true)
    }
    if isFirst { scheduled.run() }
    return scheduled
  }

  /// Runs what waits and was not cancelled.
  func run() {
    for action in state.withLock({ exchange(&$0.waiting, with: []) }) { action.run() }
  }
}
