extension EventStream {
  /// Leaves out values for a while.
  ///
  ///     in   --a--b--c--d--|
  ///          drop(for: .seconds(7), on: scheduler)
  ///     out  --------c--d--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Precondition: `interval` is not negative.
  @inlinable public func drop(for interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "drop(for:on:)", "the interval must not be negative", interval)
    return drop(until: SignalProducer<Void, Never>.timer(after: interval, on: scheduler))
  }
}
