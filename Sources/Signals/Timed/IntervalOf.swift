extension EventStream where D == Pull, Failure == Never {
  /// Sends the elements of a sequence, one at the end of each interval, and completes with the last one.
  ///
  ///     out  -----a----b----(c|)     (interval(every: .seconds(5), of: "abc", on: scheduler))
  ///
  /// Times are counted from the start, so that delays do not add up. Intervals that have been missed, as after the
  /// machine slept, are skipped; no element is. Each start iterates anew. The sequence is iterated one element ahead.
  ///
  /// - Completes: with the last element; at once if there is none.
  /// - Buffers: one element.
  /// - Precondition: `interval` is greater than zero.
  public static func interval<Elements: Sequence & Sendable>(
    every interval: Duration, of elements: Elements, on scheduler: some Scheduler
  ) -> Self where Elements.Element == Value {
    require(interval > .zero, "interval(every:of:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      // Touched by one tick at a time.
      let rest = Box(elements.makeIterator())
      let upcoming = Box(rest.value.next())
      if upcoming.value == nil { return junction.end(.completed) }
      let send: @Sendable (Value, Bool) -> Void = { element, isLast in
        junction.output.next(element)
        if isLast { junction.output.end(.completed) }
      }
      junction.subscription.tick(every: interval, on: scheduler) { _ in
        guard let element = upcoming.value else { return }
        upcoming.value = rest.value.next()
        junction.subscription.pass((element, upcoming.value == nil), send)
      }
    }
  }
}
