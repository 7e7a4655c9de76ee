extension EventStream {
  /// Passes on values and completion later.
  ///
  ///     in   --a--b--|
  ///          delay(.seconds(2), on: scheduler)
  ///     out  ----a--b--|
  ///
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: `interval` after the source.
  /// - Fails: with the source; values on their way are dropped (contract E2).
  /// - Buffers: the values of the last `interval`.
  /// - Precondition: `interval` is not negative.
  @inlinable public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "delay(_:on:)", "the interval must not be negative", interval)
    return sending(on: scheduler) { queue in
      let timers = CompositeDisposable()
      // Not a member of the start: a timer has nothing to pause, and each pause would reach one per value on its way.
      queue.subscription.onEnd { timers.dispose() }
      return Observer(
        next: { value in
          timers += scheduler.schedule(after: interval) { queue.runJob(for: queue.enqueue(value)) }
        },
        end: { termination in
          if termination.isCompleted {
            timers += scheduler.schedule(after: interval) { queue.deliverCompletion() }
          } else {
            timers.dispose()
            queue.add(end: termination)
          }
        })
    }
  }
}
