extension EventStream {
  /// Passes on events on a scheduler.
  ///
  ///     in   --a--b--c--|
  ///          receive(on: scheduler)
  ///     out  --a--b--c--|     (on the scheduler)
  ///
  /// Never runs inline on a scheduler that does not, and keeps the order. Events wait in one buffer, and
  /// one job at a time fetches them, not one job per value. Between two jobs others get a turn.
  ///
  /// A source that was paused goes on on the scheduler, unless it says itself where it works, as it does after
  /// ``start(on:)``.
  ///
  /// - Parameters:
  ///   - buffering: What becomes of values that the scheduler has not come to yet (contract B1).
  ///   - drops: Counts the values that were dropped.
  /// - Completes: with the source, after the values that wait.
  /// - Fails: with the source; the values that wait are dropped.
  /// - Buffers: as `buffering` says; also while downstream requests a pause.
  /// - Precondition: the limit of `buffering` is at least 1.
  @inlinable public func receive(
    on scheduler: some Scheduler, buffering: Buffering = .suspending(1024),
    drops: MutableProperty<Int>? = nil
  ) -> Self {
    buffering.check("receive(on:buffering:)")
    return receiving({ scheduler.schedule($0) }, buffering: buffering, drops: drops)
  }

  /// `send` takes a job to where the events are wanted; there is one job at a time.
  @inlinable func receiving(
    _ send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    buffering: Buffering = .suspending(1024), drops: MutableProperty<Int>? = nil
  ) -> Self {
    join { receive(into: $0, send, buffering: buffering, drops: drops) }
  }

  @inlinable func receive(
    into junction: Junction<Value, Failure>,
    _ send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, buffering: Buffering,
    drops: MutableProperty<Int>?
  ) {
    let source = Subscription()
    // Not a member of the start: the buffer may fill while downstream asks for a pause.
    junction.subscription.onEnd { source.dispose() }
    let hop = SchedulerQueue(junction, source, buffering, drops, send)
    attach(Observer(next: { hop.add($0) }, end: { hop.add(end: $0) }), source)
  }
}

extension EventStream where D == Push {
  /// Observes on a scheduler: the observer is called there and nowhere else.
  ///
  /// A signal that `receive(on:)` derives is not enough. It may end before it is observed, and then it interrupts the
  /// observer on the observing thread (contract S5).
  package func observe(_ observer: Observer<Value, Failure>, on scheduler: some Scheduler) -> any Disposable {
    let subscription = Subscription()
    // Emptied when it is over: a job that the scheduler has not come to yet keeps the junction (contract D4).
    let below = Box<Observer<Value, Failure>?>(observer)
    subscription.onEnd { below.value = nil }
    let output = Observer<Value, Failure>(
      next: { below.value?.next($0) },
      end: { termination in
        let observer = below.value
        subscription.finish { observer?.end(termination) }
      })
    receive(
      into: Junction(subscription: subscription, below: output, output: output), { scheduler.schedule($0) },
      buffering: .unbounded, drops: nil)
    return subscription
  }
}

/// Takes events elsewhere, where one job at a time fetches what waits.
@usableFromInline final class SchedulerQueue<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline struct Waiting: Sendable {
    @usableFromInline var values: Backlog<Value>
    /// Comes after the values.
    @usableFromInline var end: Termination<Failure>?
    @usableFromInline var hasJob = false

    @inlinable init(_ buffering: Buffering) { values = Backlog(buffering) }

    /// True: the caller has to send a job, because none is under way.
    @inlinable @inline(__always) mutating func requestJob() -> Bool {
      defer { hasJob = true }
      return !hasJob
    }

    /// The job is done. `storage` can be used again.
    @inlinable mutating func finishJob(_ storage: Fifo<Value>) -> (needsJob: Bool, resumes: Bool) {
      if values.waiting.isEmpty { values.waiting = storage }
      hasJob = !values.waiting.isEmpty || end != nil
      return (hasJob, values.takeResumption())
    }
  }

  /// Nothing once the join has ended.
  @usableFromInline let waiting: Guarded<Waiting?>
  @usableFromInline let subscription: Subscription
  @usableFromInline let source: Subscription
  @usableFromInline let output: Observer<Value, Failure>
  @usableFromInline let drops: MutableProperty<Int>?
  @usableFromInline let send: @Sendable (@escaping @Sendable () -> Void) -> Void

  @inlinable init(
    _ junction: Junction<Value, Failure>, _ source: Subscription, _ buffering: Buffering,
    _ drops: MutableProperty<Int>?,
    _ send: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    waiting = Guarded(Waiting(buffering))
    subscription = junction.subscription
    self.source = source
    output = junction.output
    self.drops = drops
    self.send = send
    subscription.onEnd { [waiting] in
      // Values are released outside the lock: that may run code outside the library.
      let dropped = waiting.withLock { $0.take() }
      withExtendedLifetime(dropped) {}
    }
  }

  // MARK: Above

  @inlinable @inline(__always) func add(_ value: Value) {
    let (arrival, needsJob) = waiting.withLock { waiting in
      (waiting?.values.add(value) ?? .kept, waiting?.requestJob() ?? false)
    }
    switch arrival {
    case .kept: break
    case .filled: source.pause()
    case .dropped: drops?.modify { $0 += 1 }
    }
    if needsJob { sendJob() }
  }

  @inlinable func add(end: Termination<Failure>) {
    let (dropped, needsJob) = waiting.withLock { waiting in
      let dropped = end.isCompleted ? nil : waiting?.values.waiting
      if dropped != nil { waiting?.values.waiting.removeAll() }
      waiting?.end = end
      return (dropped, waiting?.requestJob() ?? false)
    }
    withExtendedLifetime(dropped) {}
    // A job that waits for the end of a pause would be too late for a failure.
    if needsJob || subscription.isPaused { sendJob() }
  }

  // MARK: Below

  @inlinable @inline(never) func sendJob() { send { self.runJob() } }

  /// The job.
  @inlinable func runJob() {
    if subscription.enter() {
      deliver()
      subscription.leave()
    } else {
      runJobAsLetter()
    }
  }

  /// The gate is busy: another thread adds or removes an observer, or this thread runs the job inside a callback. The
  /// thread inside runs the message, perhaps elsewhere than on the scheduler, or after the job.
  @usableFromInline @inline(never) func runJobAsLetter() {
    CallInProgress.make { job in
      subscription.post { job.isHere ? self.deliver() : self.sendJobAgain() }
    }
  }

  /// Inside the gate. On a scheduler that runs jobs at once, the job runs inside this call, and enqueueing a message
  /// again would repeat for ever.
  private func sendJobAgain() {
    if subscription.isStopped { return }
    CallInProgress.make { sending in
      send { sending.isHere ? self.deliver() : self.runJob() }
    }
  }

  /// Inside the gate, which is entered once for all values.
  @inlinable func deliver() {
    var (values, end) = waiting.withLock { waiting in
      let values = waiting?.values.takeBatch() ?? Fifo()
      return (values, waiting?.values.waiting.isEmpty ?? true ? waiting?.end.take() : nil)
    }
    if values.isEmpty, let end { return output.end(end) }
    if !subscription.sendAll(&values, output.next) {
      if !subscription.isStopped { pauseJob(values, end) }
    } else if let end {
      output.end(end)
    } else {
      finishJob(values)
    }
  }

  /// What came meanwhile is for another job, so that others get a turn at the place in between.
  @inlinable func finishJob(_ storage: Fifo<Value>) {
    let (needsJob, resumes) = waiting.withLock { $0?.finishJob(storage) ?? (false, false) }
    if resumes { subscription.runOutside { [source] in source.resume() } }
    if needsJob { sendJob() }
  }

  /// Downstream requests a pause: the job counts as being under way until the pause is over.
  @inlinable func pauseJob(_ rest: Fifo<Value>, _ end: Termination<Failure>?) {
    waiting.withLock { waiting in
      waiting?.values.putBack(rest)
      if let end { waiting?.end = end }
    }
    subscription.goOn { _ in self.sendJob() }
  }
}
