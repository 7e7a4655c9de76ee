import Signals

/// A clock that a test moves by hand.
///
/// Nothing happens until ``advance(by:)``, ``advance(to:)`` or ``run()``; then everything that is due
/// runs on the calling thread, by time, equal times in order of arrival, and is over when the call
/// returns. What an action schedules counts too. The same calls always give the same order.
///
///     let time = TestScheduler()
///     time.schedule(after: .seconds(2)) { print("now it is \(time.now)") }
///     time.advance(by: .seconds(2))  // prints now it is 2.0 seconds
///
/// What waits for a moment too far away to be represented, as after `Int64.max` seconds, never runs.
public final class TestScheduler: Scheduler {
  private struct State {
    var now = Duration.zero
    var timers = TimerQueue()
    var isAdvancing = false
  }

  private let state = Guarded(State())
  private let limit: Int

  /// A clock that shows zero.
  ///
  /// - Parameter limit: How many actions may run in one go. Endless timers end there, with a message.
  public init(limit: Int = 1_000_000) {
    require(limit > 0, "TestScheduler(limit:)", "the limit must be positive", limit)
    self.limit = limit
  }

  /// What waits can never run now, and refers to the state, because it can be cancelled.
  deinit {
    let waiting = state.withLock { state in
      defer { state.timers = TimerQueue() }
      return state.timers
    }
    withExtendedLifetime(waiting) {}  // Released here, outside the lock.
  }

  /// The time since the clock was made; while an action runs, the time of that action.
  public var now: Duration { state.withLock { $0.now } }

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

  /// Moves the clock on by `duration` and runs what is due until then, the last moment included.
  ///
  /// - Precondition: `duration` is not negative, and the call does not come from inside an action.
  public func advance(by duration: Duration) {
    require(duration >= .zero, "advance(by:)", "the duration must not be negative", duration)
    advance(to: now.saturatingAdding(duration))
  }

  /// Moves the clock on to `time` and runs what is due until then, the last moment included.
  ///
  /// - Precondition: `time` has not passed, and the call does not come from inside an action.
  public func advance(to time: Duration) {
    if advance(to: time, atMost: limit) == nil { stopEndlessTimers() }
  }

  /// Says how many actions ran; nil, and the clock has stopped, when there are more than `count`.
  package func advance(to time: Duration, atMost count: Int) -> Int? {
    require(time >= now, "advance(to:)", "the time must not have passed", time)
    let time = min(time, .lastMoment)
    let done = work(until: time, atMost: count)
    if done != nil { state.withLock { $0.now = time } }
    return done
  }

  /// Runs all there is, and what that schedules, until nothing waits. The clock stops at the time of the
  /// last action.
  ///
  /// - Precondition: The call does not come from inside an action.
  public func run() { if work(until: .lastMoment, atMost: limit) == nil { stopEndlessTimers() } }

  private func stopEndlessTimers() -> Never {
    fatalError(
      """
      TestScheduler: \(limit) actions ran in one go and there are more, now at \(now); if a timer \
      starts itself again and again, advance by a duration instead
      """)
  }

  /// How many actions ran; nil when there are more.
  private func work(until end: Duration, atMost limit: Int) -> Int? {
    let isFree = state.withLock { state in
      defer { state.isAdvancing = true }
      return !state.isAdvancing
    }
    if !isFree { fatalError("TestScheduler: time is moving already; an action cannot move its own clock") }
    defer { state.withLock { $0.isAdvancing = false } }
    var count = 0
    while let action = nextAction(until: end) {
      if count == limit { return nil }
      count += 1
      action.run()
    }
    return count
  }

  private func nextAction(until end: Duration) -> ScheduledAction? {
    state.withLock { state in
      guard let time = state.timers.nextTime, time <= end, let next = state.timers.popDue(at: time) else {
        return nil
      }
      // A cancelled action leaves no trace, also not on the clock.
      if !next.action.isDisposed { state.now = max(state.now, time) }
      return next.action
    }
  }
}

extension Duration {
  /// The latest time that the clock shows: nothing that waits for ``never`` is due then.
  fileprivate static var lastMoment: Duration { .never - .nanoseconds(1) }
}
