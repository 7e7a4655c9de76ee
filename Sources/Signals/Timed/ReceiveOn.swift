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
  /// - Completes: with the source, after the values that wait.
  /// - Fails: with the source; the values that wait are dropped.
  /// - Buffers: the values that the scheduler has not come to yet.
  @inlinable public func receive(on scheduler: some Scheduler) -> Self {
    join { junction in
      let hop = Hop(junction) { scheduler.schedule($0) }
      let child = Start()
      junction.start += child
      attach(Observer(next: { hop.add($0) }, end: { hop.add(end: $0) }), child)
    }
  }
}

/// Takes events to a scheduler, where one job at a time fetches what waits.
@usableFromInline final class Hop<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline struct Waiting {
    @usableFromInline var values = JobQueue<Value>()
    /// Comes after the values.
    @usableFromInline var end: Termination<Failure>?

    @inlinable init() {}

    @inlinable mutating func finishJob(_ storage: [Value]) -> Bool {
      values.finishJob(storage) || (end != nil && values.requestJob())
    }
  }

  /// Nothing once the join has ended.
  @usableFromInline let waiting = Guarded<Waiting?>(Waiting())
  @usableFromInline let start: Start
  @usableFromInline let output: Observer<Value, Failure>
  @usableFromInline let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  @inlinable init(
    _ junction: Junction<Value, Failure>,
    _ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    start = junction.start
    output = junction.output
    self.schedule = schedule
    start.onEnd { [waiting] in
      // Values are released outside the lock: they may be somebody else's.
      let dropped = waiting.withLock { $0.take() }
      withExtendedLifetime(dropped) {}
    }
  }

  @inlinable @inline(__always) func add(_ value: Value) {
    if waiting.withLock({ $0?.values.add(value) ?? false }) { sendJob() }
  }

  @inlinable func add(end: Termination<Failure>) {
    let (dropped, needsJob) = waiting.withLock { waiting in
      let dropped = end.isCompleted ? nil : waiting?.values.takeAll()
      waiting?.end = end
      return (dropped, waiting?.values.requestJob() ?? false)
    }
    withExtendedLifetime(dropped) {}
    if needsJob { sendJob() }
  }

  @inlinable @inline(never) func sendJob() { schedule { self.runJob() } }

  @inlinable func runJob() {
    let (values, end) = waiting.withLock { ($0?.values.takeAll() ?? [], $0?.end.take()) }
    start.run { [start, output] in
      // The gate is entered once for all of them.
      if start.sendAll(values, output.next), let end { output.end(end) }
    }
    var storage = consume values
    storage.removeAll(keepingCapacity: true)
    if waiting.withLock({ [storage] in $0?.finishJob(storage) ?? false }) { sendJob() }
  }
}
