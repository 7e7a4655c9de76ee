import Signals

/// Runs the first timer before the call that schedules it returns, as when that thread is held up. All other actions wait
/// for the test.
final class HastyScheduler: Scheduler {
  private struct State {
    var now = Duration.zero
    var hasRunFirst = false
    var waiting: [ScheduledAction] = []
  }
  private let state = Guarded(State())

  var now: Duration { state.withLock { $0.now } }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { keep(ScheduledAction(action)) }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    let isFirst = state.withLock { state in
      if state.hasRunFirst { return false }
      state.hasRunFirst = true
      state.now = max(state.now, time)
      return true
    }
    if !isFirst { return keep(scheduled) }
    scheduled.run()
    return scheduled
  }

  /// Runs what waits and was not cancelled, at `time`.
  func run(at time: Duration) {
    let actions = state.withLock { state in
      state.now = time
      return exchange(&state.waiting, with: [])
    }
    for action in actions { action.run() }
  }

  private func keep(_ action: ScheduledAction) -> ScheduledAction {
    state.withLock { $0.waiting.append(action) }
    return action
  }
}
