extension EventStream {
  /// Passes on at most one value per interval.
  ///
  ///     in   --a-b-c-------d--|
  ///          throttle(for: .seconds(4), on: scheduler)
  ///     out  --a---c-------d--|
  ///
  /// A value that finds nothing going on is passed on and begins an interval. When an interval ends, the
  /// newest value that came during it is passed on and begins the next one. A value that comes exactly at the end of an
  /// interval opens the next one (contract T2). What waits is dropped then; with `leading: false` it is sent.
  ///
  /// Everything but a failure or an interruption is sent on the scheduler (contract T1).
  ///
  /// - Parameters:
  ///   - leading: Whether the value that begins an interval is passed on at once; otherwise it waits for
  ///     the end of the interval like the others.
  ///   - trailing: Whether the newest waiting value is passed on when the interval ends.
  /// - Completes: with the source; the waiting value is sent first, and does not wait for the end of the interval.
  /// - Fails: with the source, at once; the waiting value is dropped (contract E2).
  /// - Buffers: the newest value of an interval.
  /// - Precondition: `interval` is not negative; `leading` or `trailing` is true.
  @inlinable public func throttle(
    for interval: Duration, leading: Bool = true, trailing: Bool = true, on scheduler: some Scheduler
  ) -> Self {
    require(interval >= .zero, "throttle(for:on:)", "the interval must not be negative", interval)
    require(leading || trailing, "throttle(for:on:)", "leading or trailing must be true", "neither")
    return sending(on: scheduler) { queue in
      let state = Guarded(Throttling<Value>(interval: interval, isLeading: leading, isTrailing: trailing))
      let timer = SerialDisposable()
      queue.subscription += timer
      @Sendable func arm(_ end: Duration) {
        timer.inner = scheduler.schedule(at: end) {
          let now = scheduler.now
          let (added, next) = state.withLock { state in
            let (value, next) = state.endInterval(end, now: now)
            return (value.flatMap(queue.enqueue), next)
          }
          if let next { arm(next) }
          queue.runJob(for: added)
        }
      }
      return Observer(
        next: { value in
          let now = scheduler.now
          let (added, end, _) = state.withLock { state in
            let (passed, end, replaced) = state.add(value, now: now)
            return (passed.flatMap(queue.enqueue), end, replaced)
          }
          if let end { arm(end) }
          queue.sendJob(for: added)
        },
        end: { termination in
          timer.dispose()
          let value = state.withLock { $0.waiting.take() }
          if termination.isCompleted, let value { queue.add(value) }
          queue.finish(termination)
        })
    }
  }
}

/// What `throttle` knows. It decides, the caller acts: passes values on, and schedules the ends of intervals.
@usableFromInline struct Throttling<Value: Sendable>: Sendable {
  @usableFromInline let interval: Duration
  @usableFromInline let isLeading: Bool
  @usableFromInline let isTrailing: Bool
  /// The newest value of the interval.
  @usableFromInline var waiting: Value?
  /// When the interval ends; nil if there is none.
  @usableFromInline var end: Duration?

  @inlinable init(interval: Duration, isLeading: Bool, isTrailing: Bool) {
    self.interval = interval
    self.isLeading = isLeading
    self.isTrailing = isTrailing
  }

  /// Returns what has to be passed on, when the interval ends that has begun, and a value to be released outside the
  /// lock.
  @inlinable mutating func add(_ value: Value, now: Duration) -> (
    passed: Value?, end: Duration?, replaced: Value?
  ) {
    // At the end exactly, the interval is over, also if its timer has not fired yet (contract T2).
    if let end, now < end {
      return (nil, nil, isTrailing ? exchange(&waiting, with: value) : value)
    }
    let last = waiting.take()
    let end = begin(now)
    if isLeading { return (value, end, last) }
    waiting = .some(value)
    return (last, end, nil)
  }

  /// Returns what has to be passed on, and when the next interval ends, if one has begun. A timer of an interval that is
  /// over has no effect.
  @inlinable mutating func endInterval(_ end: Duration, now: Duration) -> (passed: Value?, next: Duration?) {
    if end != self.end { return (nil, nil) }
    self.end = nil
    guard let value = waiting.take() else { return (nil, nil) }
    return (value, begin(now))
  }

  @inlinable mutating func begin(_ now: Duration) -> Duration {
    let end = now.saturatingAdding(interval)
    self.end = end
    return end
  }
}
