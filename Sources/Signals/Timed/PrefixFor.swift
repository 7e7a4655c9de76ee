extension EventStream {
  /// Passes on values for a while, then completes.
  ///
  ///     in   --a--b--c--d--|
  ///          prefix(for: .seconds(7), on: scheduler)
  ///     out  --a--b-|
  ///
  /// - Completes: after the interval, on the scheduler; or with the source.
  /// - Fails: with the source.
  /// - Precondition: `interval` is not negative.
  @inlinable public func prefix(for interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "prefix(for:on:)", "the interval must not be negative", interval)
    return prefix(until: SignalProducer<Void, Never>.timer(after: interval, on: scheduler))
  }
}
