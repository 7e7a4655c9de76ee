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
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Parameters:
  ///   - interval: How long an interval lasts.
  ///   - leading: Whether the value that begins an interval is passed on at once; otherwise it waits for the end of
  ///     the interval like the others.
  ///   - trailing: Whether the newest waiting value is passed on when the interval ends.
  ///   - scheduler: Has the clock, and sends the values.
  /// - Completes: with the source; the waiting value is sent first, and does not wait for the end of the interval.
  /// - Fails: with the source; the waiting value is dropped (contract E2).
  /// - Buffers: the newest value of an interval, also while downstream requests a pause.
  /// - Precondition: `interval` is not negative; `leading` or `trailing` is true.
  @inlinable public func throttle(
    for interval: Duration, leading: Bool = true, trailing: Bool = true, on scheduler: some Scheduler
  ) -> Self {
    require(interval >= .zero, "throttle(for:on:)", "the interval must not be negative", interval)
    require(leading || trailing, "throttle(for:on:)", "leading or trailing must be true", "neither")
    return sending(on: scheduler) { queue in
      let state = Guarded(Throttling<Value>(length: interval, isLeading: leading, isTrailing: trailing))
      queue.subscription.onEnd { state.withLock { $0.close() }.timer?.dispose() }
      @Sendable func take(
        _ decide: (inout Throttling<Value>) -> Throttling<Value>.Step
      ) -> SchedulerQueue<Value, Failure>.Added? {
        let (added, step) = state.withLock { state in
          let step = decide(&state)
          return (step.passed.flatMap(queue.enqueue), step)
        }
        if let interval = step.begun { arm(interval) }
        if step.waitsForResumption {
          queue.subscription.whenResumed {
            let now = scheduler.now
            queue.sendJob(for: take { $0.resume(now: now) })
          }
        }
        return added
      }
      @Sendable func arm(_ interval: ThrottlingInterval) {
        let timer = scheduler.schedule(at: interval.end) {
          let (now, isPaused) = (scheduler.now, queue.subscription.isPaused)
          queue.runJob(for: take { $0.end(interval, now: now, isPaused: isPaused) })
        }
        state.withLock { $0.keep(timer, of: interval) }?.dispose()
      }
      return Observer(
        next: { value in
          let (now, isPaused) = (scheduler.now, queue.subscription.isPaused)
          queue.sendJob(for: take { $0.add(value, now: now, isPaused: isPaused) })
        },
        end: { termination in
          let (value, timer) = state.withLock { $0.close() }
          timer?.dispose()
          if termination.isCompleted, let value { queue.add(value) }
          queue.add(end: termination)
        })
    }
  }
}

/// One interval of `throttle`.
@usableFromInline struct ThrottlingInterval: Equatable, Sendable {
  @usableFromInline let number: Int
  @usableFromInline let end: Duration

  @inlinable init(number: Int, end: Duration) {
    self.number = number
    self.end = end
  }
}

/// What `throttle` knows. It decides, the caller acts: passes values on, and schedules the ends of intervals.
@usableFromInline struct Throttling<Value: Sendable>: Sendable {
  @usableFromInline struct Step: Sendable {
    @usableFromInline var passed: Value?
    @usableFromInline var begun: ThrottlingInterval?
    /// To be released outside the lock.
    @usableFromInline var dropped: Value?
    @usableFromInline var waitsForResumption = false

    @inlinable init() {}
  }

  @usableFromInline let length: Duration
  @usableFromInline let isLeading: Bool
  @usableFromInline let isTrailing: Bool
  /// The newest value of the interval, or of a pause.
  @usableFromInline var waiting: Value?
  /// The one that has begun and has not ended.
  @usableFromInline var interval: ThrottlingInterval?
  @usableFromInline var intervals = 0
  @usableFromInline var timer: (any Disposable)?
  @usableFromInline var isHolding = false
  @usableFromInline var isClosed = false

  @inlinable init(length: Duration, isLeading: Bool, isTrailing: Bool) {
    self.length = length
    self.isLeading = isLeading
    self.isTrailing = isTrailing
  }

  @inlinable mutating func add(_ value: Value, now: Duration, isPaused: Bool) -> Step {
    var step = Step()
    // At the end exactly, the interval is over, also if its timer has not fired yet (contract T2).
    if let interval, now < interval.end {
      step.dropped = isTrailing ? exchange(&waiting, with: value) : value
      return step
    }
    if isPaused {
      step.dropped = exchange(&waiting, with: value)
      hold(&step)
      return step
    }
    let last = waiting.take()
    step.begun = begin(now)
    if isLeading {
      (step.passed, step.dropped) = (value, last)
    } else {
      (step.passed, waiting) = (last, value)
    }
    return step
  }

  /// The time of an interval is over. It has no effect if the interval is over already.
  @inlinable mutating func end(_ interval: ThrottlingInterval, now: Duration, isPaused: Bool) -> Step {
    if interval != self.interval { return Step() }
    self.interval = nil
    return passOn(now, isPaused: isPaused)
  }

  /// A pause is over.
  @inlinable mutating func resume(now: Duration) -> Step {
    isHolding = false
    // Its end passes the value on.
    if interval != nil { return Step() }
    return passOn(now, isPaused: false)
  }

  /// Passes on what waits, which begins an interval.
  @inlinable mutating func passOn(_ now: Duration, isPaused: Bool) -> Step {
    var step = Step()
    if waiting == nil { return step }
    if isPaused {
      hold(&step)
    } else {
      step.passed = waiting.take()
      step.begun = begin(now)
    }
    return step
  }

  @inlinable mutating func hold(_ step: inout Step) {
    step.waitsForResumption = !exchange(&isHolding, with: true)
  }

  @inlinable mutating func begin(_ now: Duration) -> ThrottlingInterval {
    intervals += 1
    let begun = ThrottlingInterval(number: intervals, end: now.saturatingAdding(length))
    interval = begun
    return begun
  }

  /// Keeps the timer of an interval. Returns what has to be disposed of: a thread that was held up comes with the timer of
  /// an interval that is over, and must not replace the timer of the present one.
  @inlinable mutating func keep(_ timer: any Disposable, of interval: ThrottlingInterval) -> (any Disposable)?
  {
    isClosed || interval != self.interval ? timer : exchange(&self.timer, with: timer)
  }

  /// No interval begins any more.
  @inlinable mutating func close() -> (waiting: Value?, timer: (any Disposable)?) {
    isClosed = true
    return (waiting.take(), timer.take())
  }
}
