extension EventStream {
  /// Passes on values and completion later.
  ///
  ///     in   --a--b--|
  ///          delay(.seconds(2), on: scheduler)
  ///     out  ----a--b--|
  ///
  /// - Completes: `interval` after the source.
  /// - Fails: with the source, at once; values on their way are dropped (contract E2).
  /// - Buffers: the values of the last `interval`.
  /// - Precondition: `interval` is not negative.
  @inlinable public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "delay(_:on:)", "the interval must not be negative", interval)
    return join { junction in
      let output = junction.output
      let timers = CompositeDisposable()
      junction.subscription += timers
      let complete: @Sendable (Termination<Failure>) -> Void = { output.end($0) }
      junction.connect(
        self,
        next: { value in
          timers += scheduler.schedule(after: interval) {
            junction.subscription.pass(value, output.next)
          }
        },
        end: { termination in
          if !termination.isCompleted { return output.end(termination) }
          timers += scheduler.schedule(after: interval) {
            junction.subscription.pass(termination, complete)
          }
        })
    }
  }
}
