extension EventStream {
  /// Passes on events on a scheduler.
  ///
  ///     in   --a--b--c--|
  ///          receive(on: scheduler)
  ///     out  --a--b--c--|     (on the scheduler)
  ///
  /// Never runs inline on a scheduler that does not, and keeps the order. Events wait in one queue with
  /// one job that empties it, not one job per value.
  ///
  /// - Completes: with the source, after the values that wait.
  /// - Fails: with the source; the values that wait are dropped.
  /// - Buffers: the values that the scheduler has not come to yet.
  @inlinable public func receive(on scheduler: some Scheduler) -> Self {
    join { junction in
      let output = junction.output
      let queue = HopQueue<Value, Failure>()
      let hop: @Sendable () -> Void = {
        scheduler.schedule {
          queue.drain { event in
            switch event {
            case .value(let value): junction.start.pass(value, output.next)
            case .end(let termination): junction.start.pass(termination, output.end)
            }
          }
        }
      }
      let child = Start()
      junction.start += child
      junction.start.onEnd { queue.close() }
      attach(
        Observer(
          next: { if queue.add($0) { hop() } },
          end: { if queue.add(end: $0) { hop() } }),
        child)
    }
  }
}

/// Events on their way to a scheduler: at most one job is under way to fetch them.
@usableFromInline final class HopQueue<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline enum Waiting: Sendable {
    case value(Value)
    case end(Termination<Failure>)
  }

  private struct State {
    var waiting: [Waiting] = []
    var hasJob = false
    var isClosed = false

    /// True: the caller has to send a job.
    mutating func add(_ event: Waiting) -> Bool {
      if isClosed { return false }
      waiting.append(event)
      defer { hasJob = true }
      return !hasJob
    }
  }
  private let state = Guarded(State())

  @usableFromInline init() {}

  @usableFromInline func add(_ value: Value) -> Bool { state.withLock { $0.add(.value(value)) } }

  @usableFromInline func add(end termination: Termination<Failure>) -> Bool {
    let (dropped, mustHop) = state.withLock { state in
      let waiting = state.waiting
      if !termination.isCompleted { state.waiting = [] }
      return (waiting, state.add(.end(termination)))
    }
    return withExtendedLifetime(dropped) { mustHop }
  }

  /// The job: delivers until nothing waits.
  @usableFromInline func drain(_ deliver: (Waiting) -> Void) {
    while true {
      let batch = state.withLock { state in
        defer { state.waiting = [] }
        state.hasJob = !state.waiting.isEmpty
        return state.waiting
      }
      if batch.isEmpty { return }
      batch.forEach(deliver)
    }
  }

  @usableFromInline func close() {
    let dropped = state.withLock { state in
      defer { state.waiting = [] }
      state.isClosed = true
      return state.waiting
    }
    withExtendedLifetime(dropped) {}
  }
}
