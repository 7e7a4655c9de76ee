extension EventStream {
  /// Passes on the newest value at regular intervals, if there is a new one.
  ///
  ///     in   --a-b-c--------d--|
  ///          sample(every: .seconds(5), on: scheduler)
  ///     out  -----b----c---------(d|)
  ///
  /// Intervals follow each other from the moment of the start.
  ///
  /// - Completes: with the source; a value that has not been passed on is dropped.
  /// - Fails: with the source, at once.
  /// - Buffers: the newest value.
  /// - Precondition: `interval` is greater than zero.
  @inlinable public func sample(every interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval > .zero, "sample(every:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      let output = junction.output
      let newest = Box<Value?>(nil)
      junction.tick(every: interval, on: scheduler) {
        if let value = newest.value.take() { output.next(value) }
      }
      junction.connect(self, next: { newest.value = .some($0) }, end: output.end)
    }
  }
}
