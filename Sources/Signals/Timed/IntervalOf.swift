extension EventStream where D == Pull, Failure == Never {
  /// Sends the elements of a sequence, one at the end of each interval, and completes with the last one.
  ///
  ///     out  -----a----b----(c|)     (interval(every: .seconds(5), of: "abc", on: scheduler))
  ///
  /// Times are counted from the start, so that delays do not add up. Intervals that have been missed, as after the
  /// machine slept, are skipped; no element is. Each start iterates anew. The sequence is iterated one element ahead.
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: with the last element; at once if there is none.
  /// - Buffers: one element.
  /// - Precondition: `interval` is greater than zero.
  public static func interval<Elements: Sequence & Sendable>(
    every interval: Duration, of elements: Elements, on scheduler: some Scheduler
  ) -> Self where Elements.Element == Value {
    require(interval > .zero, "interval(every:of:on:)", "the interval must be greater than zero", interval)
    let send: Gate.JobSender = { scheduler.schedule($0) }
    return join(sendingBy: send) { junction in
      let subscription = junction.subscription
      let rest = GateBox(elements.makeIterator())
      let upcoming = GateBox(rest.value.next())
      let sendNext: @Sendable () -> Void = {
        if subscription.isStopped { return }
        if let element = upcoming.value {
          upcoming.value = rest.value.next()
          junction.next(element)
        }
        if upcoming.value == nil { junction.finish(.completed) }
      }
      if upcoming.value == nil {
        subscription += scheduler.schedule { subscription.runJob(sentBy: send, sendNext) }
      } else {
        subscription.tick(every: interval, on: scheduler) { _ in
          subscription.runJob(sentBy: send, sendNext)
        }
      }
    }
  }
}
