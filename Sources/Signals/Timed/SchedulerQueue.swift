extension EventStream {
  /// A stream that sends on a scheduler what it makes of this one (contract T1).
  ///
  /// `make` gets where to send, and returns what observes this stream. Its source calls that outside the gate, while
  /// actions of the scheduler run on their thread: what both use has to be ``Guarded``.
  @inlinable func sending<NewValue: Sendable>(
    on scheduler: some Scheduler, buffering: Buffering = .unbounded, operation: StaticString = #function,
    _ make: @escaping @Sendable (SchedulerQueue<NewValue, Failure>) -> Observer<Value, Failure>
  ) -> EventStream<D, NewValue, Failure> {
    let send: Gate.JobSender = { scheduler.schedule($0) }
    return join(sendingBy: send) { junction in
      if LiveSubscriptions.areRecorded { recordJobs(of: scheduler) }
      let source = Subscription()
      let queue = SchedulerQueue(junction, source, buffering, nil, send, operation)
      let observer = make(queue)
      junction.subscription += source
      attach(observer, source, below: junction.subscription, as: operation)
    }
  }
}

/// Takes events to a scheduler, where one job at a time fetches what waits.
@usableFromInline final class SchedulerQueue<Value: Sendable, Failure: Error>: ValueHolder {
  @usableFromInline struct Waiting: Sendable {
    @usableFromInline var values: Backlog<Value>
    /// Comes after the values.
    @usableFromInline var end: Termination<Failure>?
    @usableFromInline var hasJob = false
    /// How many values the job under way has taken.
    @usableFromInline var taken = 0

    @inlinable init(_ buffering: Buffering) { values = Backlog(buffering) }

    /// True: the caller has to send a job, because none is under way.
    @inlinable @inline(__always) mutating func requestJob() -> Bool {
      defer { hasJob = true }
      return !hasJob
    }

    @inlinable @inline(__always) mutating func add(_ value: Value) -> Added {
      Added(arrival: values.add(value), needsJob: requestJob())
    }

    /// The job is done. `storage` can be used again.
    @inlinable mutating func finishJob(_ storage: Fifo<Value>) -> (needsJob: Bool, resumes: Bool) {
      if values.waiting.isEmpty { values.waiting = storage }
      taken = 0
      hasJob = !values.waiting.isEmpty || end != nil
      return (hasJob, values.takeResumption())
    }

    /// The job could not send `rest`, nor the end that it took.
    @inlinable mutating func pauseJob(
      _ rest: inout Fifo<Value>, _ taken: Termination<Failure>?
    ) -> (dropped: Value?, failure: Termination<Failure>?) {
      self.taken = 0
      if let end, !end.isCompleted { return (nil, end) }
      if let taken { end = taken }
      return (values.putBack(takingFrom: &rest), nil)
    }
  }

  /// What has to be done about a value that was added.
  @usableFromInline struct Added {
    @usableFromInline let arrival: Backlog<Value>.Arrival
    @usableFromInline let needsJob: Bool

    @inlinable init(arrival: Backlog<Value>.Arrival, needsJob: Bool) {
      self.arrival = arrival
      self.needsJob = needsJob
    }
  }

  /// Nothing once the join has ended.
  @usableFromInline let waiting: Guarded<Waiting?>
  @usableFromInline let subscription: Subscription
  @usableFromInline let source: Subscription
  @usableFromInline let output: Observer<Value, Failure>
  /// Receives the values of a job in place of `output`.
  @usableFromInline let receive: BatchReceiver<Value>?
  @usableFromInline let drops: MutableProperty<Int>?
  @usableFromInline let send: Gate.JobSender

  @inlinable init(
    _ junction: Junction<Value, Failure>, _ source: Subscription, _ buffering: Buffering,
    _ drops: MutableProperty<Int>?, _ send: @escaping Gate.JobSender, _ operation: StaticString,
    inBatches receive: BatchReceiver<Value>? = nil
  ) {
    waiting = Guarded(Waiting(buffering))
    subscription = junction.subscription
    self.source = source
    output = junction.output
    self.receive = receive
    self.drops = drops
    self.send = send
    subscription.onEnd { [waiting] in
      // Values are released outside the lock: that may run code outside the library.
      let dropped = waiting.withLock { $0.take() }
      withExtendedLifetime(dropped) {}
    }
    holdsValues(of: subscription, as: operation)
  }

  /// What a job has taken counts until the job is done.
  @usableFromInline package var holding: Holding {
    waiting.withLock { waiting in
      guard let waiting else { return Holding(waits: 0, limit: nil) }
      var holding = waiting.values.holding
      holding.waits += waiting.taken
      return holding
    }
  }

  // MARK: Above

  @inlinable @inline(__always) func add(_ value: Value) { sendJob(for: enqueue(value)) }

  /// Adds a value. May be called under a lock: what has to be done afterwards is for ``sendJob(for:)`` or, on the
  /// scheduler, ``runJob(for:)``.
  @inlinable @inline(__always) func enqueue(_ value: Value) -> Added? { waiting.withLock { $0?.add(value) } }

  /// Adds what `take` takes out of `state`, if anything, before another thread takes what comes next. When the stream is
  /// over, it is released outside the lock.
  @inlinable func enqueue<State>(from state: Guarded<State>, _ take: (inout State) -> Value?) -> Added? {
    let (added, value) = state.withLock { state in
      let value = take(&state)
      return (value.flatMap(enqueue), value)
    }
    withExtendedLifetime(value) {}
    return added
  }

  @inlinable @inline(__always) func sendJob(for added: Added?) {
    if applyArrival(added) { sendJob() }
  }

  /// Pauses the source or counts what was dropped. True: a job is needed.
  @inlinable @inline(__always) func applyArrival(_ added: Added?) -> Bool {
    guard let added else { return false }
    switch added.arrival {
    case .kept: break
    case .filled: source.pause()
    case .dropped: drops?.modify { $0 += 1 }
    }
    return added.needsJob
  }

  /// A completion comes after the values that wait. A failure or an interruption waits for its turn alone: the values are
  /// dropped.
  @inlinable func add(end: Termination<Failure>) {
    let (dropped, needsJob) = waiting.withLock { waiting in
      let dropped = end.isCompleted ? nil : waiting?.values.waiting
      if dropped != nil { waiting?.values.waiting.removeAll() }
      waiting?.end = end
      return (dropped, waiting?.requestJob() ?? false)
    }
    withExtendedLifetime(dropped) {}
    // A job that waits for the end of a pause would be too late for a failure. The completion has to wait for that job: it has
    // values that come first.
    if needsJob || !end.isCompleted && subscription.isPaused { sendJob() }
  }

  // MARK: On the scheduler

  /// Sends what has been added now, after the values that wait. Called by an action of the scheduler.
  @inlinable func runJob(for added: Added?) {
    if applyArrival(added) { runJob() }
  }

  /// The same for the completion.
  @inlinable func deliverCompletion() {
    let needsJob = waiting.withLock { waiting in
      waiting?.end = .completed
      return waiting?.requestJob() ?? false
    }
    if needsJob { runJob() }
  }

  // MARK: Below

  @inlinable @inline(never) func sendJob() { send { self.runJob() } }

  /// The job.
  @inlinable func runJob() {
    if subscription.enter() {
      deliver()
      subscription.leave()
    } else {
      subscription.postJob(sentBy: send) { self.deliver() }
    }
  }

  /// Inside the gate, which is entered once for all values.
  @inlinable func deliver() {
    var (values, end) = waiting.withLock { waiting in
      let values = waiting?.values.takeBatch() ?? Fifo()
      waiting?.taken = values.count
      return (values, waiting?.values.waiting.isEmpty ?? true ? waiting?.end.take() : nil)
    }
    if values.isEmpty, let end { return output.end(end) }
    if !sendAll(&values) {
      if !subscription.isStopped { pauseJob(&values, end) }
    } else if let end {
      output.end(end)
    } else {
      finishJob(values)
    }
  }

  @inlinable @inline(__always) func sendAll(_ values: inout Fifo<Value>) -> Bool {
    if let receive { return receive(&values, subscription) }
    return subscription.sendAll(&values, output.next)
  }

  /// Another job takes what came meanwhile, so that the scheduler can run other jobs in between.
  @inlinable func finishJob(_ storage: Fifo<Value>) {
    let (needsJob, resumes) = waiting.withLock { $0?.finishJob(storage) ?? (false, false) }
    if resumes { subscription.runOutside { [source] in source.resume() } }
    if needsJob { sendJob() }
  }

  /// Downstream requests a pause: the job counts as being under way until the pause is over. A failure that has come
  /// since the job took its values does not wait for that, and drops them.
  @inlinable func pauseJob(_ rest: inout Fifo<Value>, _ end: Termination<Failure>?) {
    let (dropped, failure) = waiting.withLock { $0?.pauseJob(&rest, end) ?? (nil, nil) }
    if let failure { return output.end(failure) }
    if dropped != nil, let drops { subscription.runOutside { drops.modify { $0 += 1 } } }
    subscription.goOn { _ in self.sendJob() }
  }
}

/// The same receiver; what it takes is counted as received by the start.
@usableFromInline func counted<Value: Sendable>(_ receive: @escaping BatchReceiver<Value>) -> BatchReceiver<
  Value
> {
  { values, start in
    let before = start.valuesToRecord(values)
    let count = values.count
    defer { start.noteReceived(count - values.count, of: before) }
    return receive(&values, start)
  }
}
