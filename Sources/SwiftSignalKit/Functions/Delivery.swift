import Signals

/// One start of a delivery elsewhere: events wait in one buffer, and one job at a time takes them.
///
/// An event that comes on the queue while none waits is passed on at once. What is sent while a job delivers is for another
/// job, so that others get a turn in between, and a signal that answers itself needs no stack.
@usableFromInline final class Delivery<T, E>: Sendable {
  /// Where jobs run.
  @usableFromInline enum Place: Sendable {
    case queue(Queue)
    case pool(ThreadPoolQueue)
  }

  @usableFromInline struct Waiting {
    @usableFromInline var values = Fifo<Carried<T>>()
    /// Comes after the values, an error too.
    @usableFromInline var end: Termination<Failed<E>>?
    /// A job is on its way, or delivers.
    @usableFromInline var hasJob = false
    /// A pause of the source was requested.
    @usableFromInline var isFull = false
    /// Nothing is delivered any more.
    @usableFromInline var isOver = false

    @inlinable init() {}

    /// Returns whether the caller has to send a job.
    @inlinable mutating func requestJob() -> Bool {
      defer { hasJob = true }
      return !hasJob
    }
  }

  @usableFromInline let junction: Junction<Carried<T>, Failed<E>>
  @usableFromInline let place: Place
  @usableFromInline let source = Subscription()
  @usableFromInline let waiting = Guarded(Waiting())

  @inlinable init(_ junction: Junction<Carried<T>, Failed<E>>, _ place: Place) {
    self.junction = junction
    self.place = place
  }

  @inlinable func begin(_ signal: Signal<T, E>) {
    // Not a member of the start: the buffer may fill while downstream requests a pause.
    junction.subscription.onEnd { [source, waiting] in
      source.dispose()
      let dropped = waiting.withLock { waiting -> Fifo<Carried<T>> in
        waiting.isOver = true
        defer { waiting.values = Fifo() }
        return waiting.values
      }
      withExtendedLifetime(dropped) {}  // Released here, outside the lock.
    }
    signal.core.attach(
      Observer(next: { [self] in send($0) }, end: { [self] in send(end: $0) }), source)
  }

  // MARK: Above: one event at a time

  @inlinable func send(_ value: Carried<T>) {
    if passesAtOnce, junction.subscription.enter() {
      if !junction.subscription.isStopped { junction.next(value) }
      return junction.subscription.leave()
    }
    let (needsJob, isFull) = waiting.withLock { waiting in
      if waiting.isOver { return (false, false) }
      waiting.values.append(value)
      let isFull = waiting.values.count >= 1024 && !waiting.isFull
      if isFull { waiting.isFull = true }
      return (waiting.requestJob(), isFull)
    }
    if isFull { source.pause() }
    if needsJob { sendJob() }
  }

  @inlinable func send(end: Termination<Failed<E>>) {
    if passesAtOnce, junction.subscription.enter() {
      if !junction.subscription.isStopped { junction.finish(end) }
      return junction.subscription.leave()
    }
    let needsJob = waiting.withLock { waiting in
      waiting.end = end
      return !waiting.isOver && waiting.requestJob()
    }
    if needsJob { sendJob() }
  }

  /// Whether the caller is on the queue, and nothing is to be delivered before.
  @inlinable var passesAtOnce: Bool {
    guard case .queue(let queue) = place, queue.isCurrent() else { return false }
    return waiting.withLock { !$0.hasJob } && !junction.subscription.isPaused
  }

  // MARK: Below

  @usableFromInline func sendJob() {
    switch place {
    case .queue(let queue): queue.justDispatch { [self] in runJob() }
    case .pool(let queue): queue.addTask(ThreadPoolTask { [self] _ in runJob() })
    }
  }

  @inlinable func runJob() {
    let start = junction.subscription
    if start.isPaused { return start.whenResumed { [self] in sendJob() } }
    // Another thread may be disposing of the start or pausing it. Inside the gate it would deliver what is left there,
    // which is not the place for it.
    guard start.enter() else { return sendJob() }
    var (values, end) = waiting.withLock { waiting in
      defer {
        waiting.values = Fifo()
        waiting.end = nil
      }
      return (waiting.values, waiting.end)
    }
    while !values.isEmpty, !start.isStopped, !start.isPaused {
      junction.next(values.removeFirst())
    }
    if values.isEmpty, let last = end.take(), !start.isStopped { junction.finish(last) }
    start.leave()
    finishJob(&values, end)
  }

  /// Puts back what a pause has left over: moves what has come meanwhile behind it, and not all that waits.
  @inlinable func finishJob(_ rest: inout Fifo<Carried<T>>, _ end: Termination<Failed<E>>?) {
    let (needsJob, resumes) = waiting.withLock { waiting in
      // What is left over is released by the caller, outside the lock.
      if waiting.isOver { return (false, false) }
      if !rest.isEmpty {
        rest.append(contentsOf: waiting.values)
        swap(&rest, &waiting.values)
      }
      if let end { waiting.end = end }
      waiting.hasJob = !waiting.values.isEmpty || waiting.end != nil
      let resumes = waiting.isFull && waiting.values.count < 512
      if resumes { waiting.isFull = false }
      return (waiting.hasJob, resumes)
    }
    if resumes { source.resume() }
    if needsJob { sendJob() }
  }
}
