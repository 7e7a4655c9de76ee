extension EventStream {
  /// Passes on the newest value at regular intervals, if there is a new one.
  ///
  ///     in   --a-b-c----------d-|
  ///          sample(every: .seconds(5), on: scheduler)
  ///     out  -----b----c--------(d|)
  ///
  /// Intervals follow each other from the moment of the start.
  ///
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: with the source; a value that has not been passed on is sent first.
  /// - Fails: with the source; a value that has not been passed on is dropped (contract E2).
  /// - Buffers: the newest value, also while downstream requests a pause.
  /// - Precondition: `interval` is greater than zero.
  @inlinable public func sample(every interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval > .zero, "sample(every:on:)", "the interval must be greater than zero", interval)
    return sending(on: scheduler) { queue in
      let newest = Guarded<Value?>(nil)
      let timer = queue.subscription.tick(every: interval, on: scheduler) { _ in
        if queue.subscription.isPaused { return }
        queue.runJob(for: queue.enqueue(from: newest) { $0.take() })
      }
      return Observer(
        next: { value in _ = newest.withLock { exchange(&$0, with: value) } },
        end: { termination in
          timer.dispose()
          let value = newest.withLock { $0.take() }
          if termination.isCompleted, let value { queue.add(value) }
          queue.add(end: termination)
        })
    }
  }
}
