extension EventStream {
  /// Passes on events on a scheduler.
  ///
  ///     in   --a--b--c--|
  ///          receive(on: scheduler)
  ///     out  --a--b--c--|     (on the scheduler)
  ///
  /// Observers are not called inside `send`, unless the scheduler runs actions at once, and the order is kept. Events wait in one buffer, and
  /// one job at a time fetches them, not one job per value. Between two jobs the scheduler
  /// runs what else was scheduled.
  ///
  /// A start that is disposed of is interrupted on the scheduler too, when that comes to it; its source is disposed of without
  /// waiting for that (contract T1).
  ///
  /// A source that was paused continues on the scheduler, unless it says itself where it works, as it does after
  /// ``start(on:)``.
  ///
  /// - Parameters:
  ///   - scheduler: Where the events are sent on.
  ///   - buffering: What becomes of values that wait for the scheduler (contract B1).
  ///   - drops: Counts the values that were dropped.
  /// - Completes: with the source, after the values that wait.
  /// - Fails: with the source, on the scheduler; the values that wait are dropped.
  /// - Buffers: as `buffering` says; also while downstream requests a pause.
  /// - Precondition: the limit of `buffering` is at least 1.
  @inlinable public func receive(
    on scheduler: some Scheduler, buffering: Buffering = .suspending(1024),
    drops: MutableProperty<Int>? = nil
  ) -> Self {
    buffering.check("receive(on:buffering:)")
    if LiveSubscriptions.areRecorded { recordJobs(of: scheduler) }
    return receiving({ scheduler.schedule($0) }, buffering: buffering, drops: drops)
  }

  /// `send` schedules a job where the events are delivered; there is one job at a time.
  ///
  /// - Parameter receive: Gets the values, if they are not for the observers of the result.
  @inlinable func receiving(
    _ send: @escaping Gate.JobSender, buffering: Buffering = .suspending(1024),
    drops: MutableProperty<Int>? = nil, inBatches receive: BatchReceiver<Value>? = nil,
    operation: StaticString = "receive(on:)"
  ) -> Self {
    join(sendingBy: send) {
      self.receive(
        into: $0, send, buffering: buffering, drops: drops, inBatches: receive, operation: operation)
    }
  }

  @inlinable func receive(
    into junction: Junction<Value, Failure>, _ send: @escaping Gate.JobSender, buffering: Buffering,
    drops: MutableProperty<Int>?, inBatches receive: BatchReceiver<Value>?, operation: StaticString
  ) {
    let source = Subscription()
    // Not a member of the start: the buffer may fill while downstream requests a pause.
    junction.subscription.addUnpaused(source)
    // Its values do not go through the observer below.
    let receive = LiveSubscriptions.areRecorded ? receive.map(counted) : receive
    let queue = SchedulerQueue(junction, source, buffering, drops, send, operation, inBatches: receive)
    attach(
      Observer(next: { queue.add($0) }, end: { queue.add(end: $0) }), source,
      below: junction.subscription, as: operation)
  }
}
