/// Runs actions where the program says so, by a clock that the program reads: for a main loop on a microcontroller, for the
/// frames of a page, for a game.
///
///     let loop = LoopScheduler()
///     button.debounce(for: .milliseconds(20), on: loop).observeValues { _ in toggle() }
///     while true {
///       loop.advance(to: .milliseconds(milliseconds()))
///       sleep(until: loop.nextTime)
///     }
///
/// No time passes by itself, and nothing runs between the calls of ``advance(to:)``. An action that one schedules for now, or
/// for a moment that has passed, runs in the next call, so that a call ends whatever the actions do. It needs no operating
/// system.
///
/// For virtual time in tests there is `TestScheduler`, which runs until nothing is due; with an operating system,
/// ``ClockScheduler`` needs no call.
public final class LoopScheduler: Scheduler {
  private struct State {
    var now = Duration.zero
    var timers = TimerQueue()
    var isAdvancing = false
  }

  private let state = Guarded(State())

  /// A scheduler whose clock shows zero.
  public init() {}

  /// What waits can never run now, and refers to the state, because it can be cancelled.
  deinit {
    let waiting = state.withLock { state in
      defer { state.timers = TimerQueue() }
      return state.timers
    }
    withExtendedLifetime(waiting) {}  // Released here, outside the lock.
  }

  /// The time that the last call of ``advance(to:)`` has said; zero before the first.
  public var now: Duration { state.withLock { $0.now } }

  /// The time of the earliest action that may be waiting, so that the program can sleep until then; nil if none is. It has
  /// passed where an action has been scheduled for now.
  ///
  /// The place of an action that was cancelled may still be there: then a program wakes up for nothing.
  public var nextTime: Duration? { state.withLock { $0.timers.nextTime } }

  @discardableResult
  public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(at: .zero, action)
  }

  @discardableResult
  public func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let scheduled = ScheduledAction(action) { [state] in
      state.withLock { $0.timers.noteCancellation() }
    }
    state.withLock { $0.timers.add(scheduled, at: max(time, $0.now)) }
    return scheduled
  }

  /// How many actions run in the next call, for the record.
  var dueCount: Int { state.withLock { $0.timers.dueCount(at: $0.now) } }

  /// Says what time it is, and runs what is due, on the calling thread: by time, equal times in order of arrival. A time
  /// that has passed counts as ``now``.
  ///
  /// - Precondition: The call does not come from inside an action, and there is one at a time.
  public func advance(to time: Duration) {
    let due = state.withLock { state -> [ScheduledAction]? in
      if state.isAdvancing { return nil }
      state.isAdvancing = true
      state.now = max(state.now, time)
      var due: [ScheduledAction] = []
      while let next = state.timers.popDue(at: state.now) { due.append(next.action) }
      return due
    }
    guard let due else {
      misuse("advance(to:)", "an action cannot move the clock of its scheduler", time)
    }
    // One that is disposed of meanwhile, by one before it, does not run.
    for action in due { action.run() }
    state.withLock { $0.isAdvancing = false }
  }
}
