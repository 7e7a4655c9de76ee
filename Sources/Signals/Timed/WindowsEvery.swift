extension EventStream {
  /// Splits a stream into windows that last for an interval each.
  ///
  ///     in   --a--b--c--|
  ///          windows(every: .seconds(4), on: scheduler)
  ///     out  w---w---w--|
  ///     1st  --a-|
  ///     2nd      -b--|
  ///
  /// The first window is sent at the start, the next one at the end of each interval. A value is sent to the window of the
  /// interval that it comes in, also where the scheduler is late; so windows that would be over already and have no values
  /// are left out. Everything is sent on the scheduler (contract T1). Pushed, the first window reaches the observers that are
  /// attached when the scheduler comes to it.
  ///
  /// While downstream requests a pause, the window that is open ends in time, but no other one is sent; unless a window is
  /// observed that could receive values: then all goes on (contract G2).
  ///
  /// The window that is open goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so does the window that is open.
  /// - Fails: with the source; so does the window that is open.
  /// - Buffers: up to 1024 values that wait for the scheduler; then a source that can wait is paused.
  /// - Precondition: `interval` is greater than zero.
  @inlinable public func windows(
    every interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(interval > .zero, "windows(every:on:)", "the interval must be greater than zero", interval)
    return windows(lasting: interval, every: interval, on: scheduler)
  }
}
