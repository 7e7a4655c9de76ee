extension EventStream where D == Pull, Value == Int, Failure == Never {
  /// Counts from 0, one number at the end of each interval, for ever.
  ///
  ///     out  -----0----1----2----     (interval(every: .seconds(5), on: scheduler))
  ///
  /// Times are counted from the start, so that delays do not add up. Ticks that have been missed, as after
  /// the machine slept, are skipped; the numbers go on without a gap. Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: never.
  /// - Precondition: `interval` is greater than zero.
  public static func interval(every interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval > .zero, "interval(every:on:)", "the interval must be greater than zero", interval)
    let send: Gate.JobSender = { scheduler.schedule($0) }
    return join(sendingBy: send) { junction in
      let subscription = junction.subscription
      let count = GateBox(0)
      let sendNext: @Sendable () -> Void = {
        if subscription.isStopped { return }
        count.value += 1
        junction.next(count.value - 1)
      }
      subscription.tick(every: interval, on: scheduler) { _ in
        subscription.runJob(sentBy: send, sendNext)
      }
    }
  }
}

extension EventStream where D == Pull, Value == Void, Failure == Never {
  /// Sends one value after a while, then completes.
  ///
  ///     out  -----(a|)     (timer(after: .seconds(5), on: scheduler))
  ///
  /// While downstream requests a pause, the value waits. Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: after the value.
  /// - Precondition: `interval` is not negative.
  public static func timer(after interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "timer(after:on:)", "the interval must not be negative", interval)
    let send: Gate.JobSender = { scheduler.schedule($0) }
    return join(sendingBy: send) { junction in
      let subscription = junction.subscription
      @Sendable func fire() {
        subscription.runJob(sentBy: send) {
          if subscription.isStopped || subscription.waits(with: { _ in send(fire) }) { return }
          junction.next(())
          junction.finish(.completed)
        }
      }
      subscription += scheduler.schedule(after: interval, fire)
    }
  }
}
