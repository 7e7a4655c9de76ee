extension EventStream {
  @inlinable func flatMapConcurrently<Inner: EventSource>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    require(limit > 0, "flatMap(.concurrent(limit:), _:)", "the limit must be at least 1", limit)
    return flatMapQueueing(limit: limit, waiting: .all, transform)
  }

  /// At most `limit` inner streams at once; `waiting` says what becomes of values that come meanwhile.
  ///
  /// - Parameter overlaps: An inner stream begins as soon as the one before has sent its end, as SwiftSignalKit has it, and
  ///   not when that is over (contract P9).
  @inlinable package func flatMapQueueing<Inner: EventSource>(
    limit: Int, waiting: WaitingRule, overlaps: Bool = false,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let outer = Subscription()
      let turns = FlattenTurns<Value>(limit: limit, waiting: waiting, outer)
      let queue = FlattenQueue(FlattenState(junction), turns, overlaps: overlaps, transform)
      junction.subscription.onEnd { turns.close() }
      turns.holdsValues(of: junction.subscription, as: "flatMap")
      queue.state.connectOuter(self, outer) { queue.take($0) }
    }
  }
}

/// Attaches the inner streams of a flattening in turn.
@usableFromInline final class FlattenQueue<Value: Sendable, Inner: EventSource>: Sendable {
  @usableFromInline let state: FlattenState<Inner.Value, Inner.Failure>
  @usableFromInline let turns: FlattenTurns<Value>
  @usableFromInline let overlaps: Bool
  @usableFromInline let transform: @Sendable (Value) -> Inner

  @inlinable init(
    _ state: FlattenState<Inner.Value, Inner.Failure>, _ turns: FlattenTurns<Value>, overlaps: Bool,
    _ transform: @escaping @Sendable (Value) -> Inner
  ) {
    self.state = state
    self.turns = turns
    self.overlaps = overlaps
    self.transform = transform
  }

  /// From outside the gate: takes a value of the outer stream.
  @inlinable func take(_ value: Value) {
    state.beginInner()
    if turns.append(value) { state.junction.subscription.pass(.completed, state.endInner) }
    attachWaiting()
  }

  @inlinable func attachWaiting() {
    let whole = state.junction.subscription
    if whole.isStopped { return }
    turns.beginWaiting { value, number in
      let source = transform(value)
      let inner = QueuedInner(self, number)
      if overlaps { return state.junction.connect(source, inner) }
      let start = InnerSubscription(inner)
      whole += start
      source.attach(start.observer, start, below: whole, as: "flatMap")
    }
  }
}

/// One inner stream that another one may wait for.
@usableFromInline struct QueuedInner<OuterValue: Sendable, Inner: EventSource>: InnerOutlet {
  @usableFromInline let queue: FlattenQueue<OuterValue, Inner>
  @usableFromInline let number: Int

  @inlinable init(_ queue: FlattenQueue<OuterValue, Inner>, _ number: Int) {
    self.queue = queue
    self.number = number
  }

  @inlinable var join: Unretained<Subscription> { queue.state.join }

  @inlinable func send(_ value: Inner.Value) { queue.state.junction.next(value) }

  @inlinable func end(_ termination: Termination<Inner.Failure>) { queue.state.endInner(termination) }

  /// The next one begins when this one is over (contract P9).
  @inlinable func didEnd(_ start: InnerSubscription<Self>) { start.follow { start.outlet.attachNext() } }

  @inlinable func didEnd() { attachNext() }

  @inlinable func attachNext() { if queue.turns.end(number) { queue.attachWaiting() } }
}

/// What becomes of values while as many inner streams are attached as the limit allows.
@usableFromInline package enum WaitingRule: Sendable {
  /// All wait, in FIFO order.
  case all
  /// The newest waits; it replaces the one that was waiting.
  case newest
  /// None waits.
  case none
}

/// The values that wait for an inner stream, and the inner streams that have a place.
@usableFromInline package final class FlattenTurns<Value: Sendable>: ValueHolder {
  /// A thread that is attaching an inner stream. It begins no other one inside that call: any number of inner streams that
  /// end at once uses constant stack (contract P8). The stream has its place until the call has returned, even if it ends
  /// meanwhile. Other threads begin what waits if there is another place.
  @usableFromInline struct Beginning {
    @usableFromInline let thread: UInt
    @usableFromInline let number: Int
    @usableFromInline var hasEnded = false

    @inlinable init(thread: UInt, number: Int) {
      self.thread = thread
      self.number = number
    }
  }

  @usableFromInline struct State {
    @usableFromInline var values: Backlog<Value>
    /// How many inner streams have a place.
    @usableFromInline var active = 0
    @usableFromInline var begun = 0
    @usableFromInline var beginnings: [Beginning] = []
    @usableFromInline var isClosed = false

    @inlinable init(_ values: Backlog<Value>) { self.values = values }

    /// How many inner streams have not ended, with those that a thread is about to begin.
    @inlinable var unended: Int { active + values.waiting.count - beginnings.count { $0.hasEnded } }
  }
  @usableFromInline let state: Guarded<State>
  @usableFromInline let limit: Int
  @usableFromInline let rule: WaitingRule
  @usableFromInline let outer: Subscription

  /// `outer` brings the values; it is paused when too many wait.
  @inlinable package init(limit: Int, waiting rule: WaitingRule, _ outer: Subscription) {
    state = Guarded(State(Backlog(rule == .newest ? .newest(1) : .suspending(64))))
    self.limit = limit
    self.rule = rule
    self.outer = outer
  }

  @usableFromInline package var holding: Holding { state.withLock { $0.values.holding } }

  /// True: a value has been dropped, this one or one that was waiting.
  @inlinable package func append(_ value: Value) -> Bool {
    let arrival: Backlog<Value>.Arrival = state.withLock { state in
      if state.isClosed || rule == .none && state.unended >= limit { return .dropped(value) }
      return state.values.add(value)
    }
    switch arrival {
    case .kept: return false
    case .filled:
      outer.pause()
      return false
    case .dropped: return true
    }
  }

  /// Calls `begin` for values that wait, as far as the limit allows.
  @inlinable package func beginWaiting(_ begin: (_ value: Value, _ number: Int) -> Void) {
    let thread = CurrentThread.identity
    var resumptions = 0
    var hasBegun = false
    while true {
      let (next, resumes) = state.withLock { state in
        if hasBegun { state.finishBeginning(on: thread) }
        return state.takeNext(on: thread, limit)
      }
      if resumes { resumptions += 1 }
      guard let (value, number) = next else { break }
      begin(value, number)
      hasBegun = true
    }
    // When this thread has begun what it can: the source may keep it for long.
    for _ in 0..<resumptions { outer.resume() }
  }

  /// An inner stream has ended. True: others may begin.
  @inlinable package func end(_ number: Int) -> Bool {
    state.withLock { state in
      if let index = state.beginnings.firstIndex(where: { $0.number == number }) {
        state.beginnings[index].hasEnded = true
        return false
      }
      state.active -= 1
      return true
    }
  }

  /// Drops the values that wait: no further inner stream begins.
  @inlinable func close() {
    let dropped = state.withLock { state in
      defer { state.values.waiting.removeAll() }
      state.isClosed = true
      return state.values.waiting
    }
    withExtendedLifetime(dropped) {}  // Released here, outside the lock.
  }
}

extension FlattenTurns.State {
  /// Takes out a value, for a thread that is not beginning another one. Also whether the source is to be resumed.
  @inlinable mutating func takeNext(
    on thread: UInt, _ limit: Int
  ) -> (next: (value: Value, number: Int)?, resumes: Bool) {
    if active == limit || beginnings.contains(where: { $0.thread == thread }) { return (nil, false) }
    guard let value = values.waiting.popFirst() else { return (nil, values.takeResumption()) }
    active += 1
    begun += 1
    beginnings.append(FlattenTurns.Beginning(thread: thread, number: begun))
    return ((value, begun), values.takeResumption())
  }

  /// The thread has attached the inner stream. If that has ended meanwhile, its place is free.
  @inlinable mutating func finishBeginning(on thread: UInt) {
    guard let index = beginnings.firstIndex(where: { $0.thread == thread }) else { return }
    if beginnings.remove(at: index).hasEnded { active -= 1 }
  }
}
