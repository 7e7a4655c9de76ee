extension EventStream where D == Pull, Value == Int, Failure == Never {
  /// Counts from 0, one number at the end of each interval, for ever.
  ///
  ///     out  -----0----1----2----     (interval(every: .seconds(5), on: scheduler))
  ///
  /// Times are counted from the start, so that delays do not add up. Ticks that have been missed, as after
  /// the machine slept, are skipped; the numbers go on without a gap.
  ///
  /// - Precondition: `interval` is greater than zero.
  public static func interval(every interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval > .zero, "interval(every:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      let count = Box(0)
      junction.tick(every: interval, on: scheduler) {
        let number = count.value
        count.value += 1
        junction.output.next(number)
      }
    }
  }
}

extension EventStream where D == Pull, Value == Void, Failure == Never {
  /// Sends one value after a while, then completes.
  ///
  ///     out  -----(a|)     (timer(after: .seconds(5), on: scheduler))
  ///
  /// - Precondition: `interval` is not negative.
  public static func timer(after interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "timer(after:on:)", "the interval must not be negative", interval)
    return Self(value: ()).delayStart(interval, on: scheduler)
  }
}
