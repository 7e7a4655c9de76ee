import Signals
import SignalsTesting
import TestSupport

/// Counts the actions that are scheduled, in virtual time.
struct CountingScheduler: Scheduler {
  let time = TestScheduler()
  let jobs = Log<Duration>()

  var now: Duration { time.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    jobs.add(time.now)
    return time.schedule(action)
  }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    jobs.add(time)
    return self.time.schedule(at: time, action)
  }
}
