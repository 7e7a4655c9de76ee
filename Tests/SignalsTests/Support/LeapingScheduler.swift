import Signals
import SignalsTesting

/// A clock that can be ahead of its timers, as after the machine slept.
final class LeapingScheduler: Scheduler {
  let base = TestScheduler()
  private let state = Guarded(Duration.zero)

  var leap: Duration {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }

  var now: Duration { base.now + leap }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { base.schedule(action) }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    base.schedule(at: max(base.now, time - leap), action)
  }
}
