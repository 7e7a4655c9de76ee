extension EventStream {
  /// Passes on at most one value per interval.
  ///
  ///     in   --a-b-c-------d--|
  ///          throttle(for: .seconds(4), on: scheduler)
  ///     out  --a---c-------d--|
  ///
  /// A value that finds nothing going on is passed on and begins an interval. When an interval ends, the
  /// newest value that came during it is passed on and begins the next one.
  ///
  /// - Parameters:
  ///   - leading: Whether the value that begins an interval is passed on at once; otherwise it waits for
  ///     the end of the interval like the others.
  ///   - trailing: Whether the newest waiting value is passed on when the interval ends.
  /// - Completes: with the source; the waiting value is sent first, at once.
  /// - Fails: with the source, at once; the waiting value is dropped (contract E2).
  /// - Buffers: the newest value of an interval.
  /// - Precondition: `interval` is not negative; `leading` or `trailing` is true.
  @inlinable public func throttle(
    for interval: Duration, leading: Bool = true, trailing: Bool = true, on scheduler: some Scheduler
  ) -> Self {
    require(interval >= .zero, "throttle(for:on:)", "the interval must not be negative", interval)
    require(leading || trailing, "throttle(for:on:)", "leading or trailing must be true", false)
    return join { junction in
      let output = junction.output
      let waiting = Box<Value?>(nil)
      let isRunning = Box(false)
      let timer = SerialDisposable()
      junction.subscription += timer
      @Sendable func begin() {
        isRunning.value = true
        timer.inner = scheduler.schedule(after: interval) { junction.subscription.pass((), end) }
      }
      @Sendable func end(_: Void) {
        isRunning.value = false
        guard let value = waiting.value.take() else { return }
        begin()
        output.next(value)
      }
      junction.connect(
        self,
        next: { value in
          if isRunning.value {
            if trailing { waiting.value = .some(value) }
            return
          }
          if !leading { waiting.value = .some(value) }
          begin()
          if leading { output.next(value) }
        },
        end: { termination in
          timer.dispose()
          if termination.isCompleted, let value = waiting.value.take() { output.next(value) }
          output.end(termination)
        })
    }
  }
}
