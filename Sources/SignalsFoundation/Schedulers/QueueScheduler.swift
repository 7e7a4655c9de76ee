import Dispatch
import Signals

/// Runs actions on a Dispatch queue, one at a time, never inline.
///
/// Actions wait in a buffer that one job empties; there is no job per action. However many timers there
/// are, the system keeps one wake-up, at the earliest of them. Actions run by time and then by
/// order of arrival. Time is monotonic and counts from the moment the scheduler was made; it stands still
/// while the machine sleeps.
///
/// Waiting actions keep the scheduler alive, until they have run or are cancelled.
///
/// - Complexity: `schedule(_:)` takes constant time; delayed actions take O(log n) of the n waiting timers.
public final class QueueScheduler: Scheduler {
  /// Runs actions on the main queue.
  public static let main = QueueScheduler(targeting: .main)

  private struct State {
    var actions = ActionQueue()
    var alarm: Alarm?
  }

  private let queue: DispatchQueue
  private let origin = DispatchTime.now()
  private let state = Guarded(State())

  /// A scheduler with a serial queue of its own. Debuggers and crash reports show its name.
  public convenience init(name: String = "QueueScheduler", qos: DispatchQoS = .default) {
    self.init(targeting: DispatchQueue(label: name, qos: qos))
  }

  /// A scheduler on an existing queue. Its actions run one at a time even if the queue is concurrent.
  public init(targeting queue: DispatchQueue) {
    self.queue = queue
  }

  deinit { state.withLock { $0.alarm.take() }?.cancel() }

  public var now: Duration { origin.duration(to: .now()) }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action)
    perform { $0.actions.add(scheduled, now: now) }
    return scheduled
  }

  @discardableResult
  public func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    // Until the action has run or is cancelled, this keeps the scheduler alive; the alarm does not.
    let scheduled = ScheduledAction(action) { [self] in state.withLock { $0.actions.noteCancellation() } }
    perform { state in
      defer { setAlarm(&state) }
      return state.actions.add(scheduled, at: time, now: now)
    }
    return scheduled
  }

  /// Changes the state inside the lock; sends a job if `change` asks for one.
  private func perform(_ change: (inout State) -> Bool) {
    if state.withLock(change) { queue.async { self.runActions() } }
  }

  private func runActions() {
    state.withLock { $0.actions.takeAll() }.forEach { $0.run() }
    perform { $0.actions.finishJob() }
  }

  /// How many actions have arrived and have not run, for the record.
  private var arrivedCount: Int { state.withLock { $0.actions.arrivedCount } }

  // MARK: Timers

  /// Inside the lock: sees to it that the system wakes the scheduler for the next timer.
  private func setAlarm(_ state: inout State) {
    guard let next = state.actions.nextTime else {
      state.alarm?.cancel()
      state.alarm = nil
      return
    }
    let time = origin.advanced(by: next)
    if let set = state.alarm?.time, set <= time { return }
    var alarm = state.alarm ?? Alarm(on: queue) { [weak self] in self?.wakeUp() }
    alarm.set(to: time)
    state.alarm = alarm
  }

  private func wakeUp() {
    perform { state in
      state.alarm?.clear()
      defer { setAlarm(&state) }
      return state.actions.moveDueTimers(now: now)
    }
  }
}

extension QueueScheduler: JobHolder {
  @usableFromInline package var holding: Holding { Holding(waits: arrivedCount, limit: nil) }
  package var nameOfHolder: StaticString { "QueueScheduler" }
}
