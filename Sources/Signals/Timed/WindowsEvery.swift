extension EventStream {
  /// Splits a stream into signals that last for an interval each.
  ///
  ///     in   --a--b--c--|
  ///          windows(every: .seconds(4), on: scheduler)
  ///     out  w---w---w--|
  ///     1st  --a-|
  ///     2nd      -b--|
  ///
  /// The first signal is sent at the start, the next one at the end of each interval. They and their values are sent on
  /// the scheduler (contract T1). Pushed, the first one reaches the observers that are attached when the scheduler comes
  /// to it.
  ///
  /// The signal that is open goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so does the signal that is open.
  /// - Fails: with the source; so does the signal that is open.
  /// - Buffers: up to 1024 values that wait for the scheduler; then a source that can wait is paused.
  /// - Precondition: `interval` is greater than zero.
  @inlinable public func windows(
    every interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(interval > .zero, "windows(every:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(every:on:)", junction.subscription, sourceCanWait: !D.pushes)
      let open: @Sendable (Bool) -> Void = { isFirst in
        if !isFirst { windows.completeOldest() }
        windows.sendWindow(to: junction.output)
      }
      windows.source += scheduler.schedule { windows.enter(true, open) }
      windows.source.tick(every: interval, on: scheduler) { _ in windows.enter(false, open) }
      windows.connect(
        sending(on: scheduler, buffering: .suspending(1024)) { Observer(next: $0.add, end: $0.finish) },
        next: { windows[0]?.send($0) }, end: junction.output.end)
    }
  }
}
