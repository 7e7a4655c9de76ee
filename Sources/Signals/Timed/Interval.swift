extension EventStream where D == Pull, Value == Int, Failure == Never {
  /// Counts from 0, one number at the end of each interval, for ever.
  ///
  ///     out  -----0----1----2----     (interval(every: .seconds(5), on: scheduler))
  ///
  /// Times are counted from the start, so that delays do not add up. Ticks that have been missed, as after
  /// the machine slept, are skipped; the numbers go on without a gap. Numbers are sent on the scheduler.
  ///
  /// - Completes: never.
  /// - Precondition: `interval` is greater than zero.
  public static func interval(every interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval > .zero, "interval(every:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      // Touched by one tick at a time.
      let count = Box(0)
      junction.subscription.tick(every: interval, on: scheduler) { _ in
        junction.subscription.pass(count.value, junction.output.next)
        count.value += 1
      }
    }
  }
}

extension EventStream where D == Pull, Value == Void, Failure == Never {
  /// Sends one value after a while, then completes.
  ///
  ///     out  -----(a|)     (timer(after: .seconds(5), on: scheduler))
  ///
  /// - Completes: after the value, on the scheduler.
  /// - Precondition: `interval` is not negative.
  public static func timer(after interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "timer(after:on:)", "the interval must not be negative", interval)
    return Self(value: ()).delayStart(interval, on: scheduler)
  }
}
