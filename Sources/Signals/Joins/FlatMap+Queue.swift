extension EventStream {
  @inlinable func flatMapConcurrently<Inner: EventSource>(
    _ limit: Int, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    require(limit > 0, "flatMap(.concurrent(limit:), _:)", "the limit must be at least 1", limit)
    return flatMapQueueing(limit: limit, waiting: .all, transform)
  }

  /// At most `limit` inner streams at once; `waiting` says what becomes of values that come meanwhile.
  @inlinable func flatMapQueueing<Inner: EventSource>(
    limit: Int, waiting: WaitingRule, _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let outer = Subscription()
      let turns = FlattenTurns<Value>(limit: limit, waiting: waiting, outer)
      junction.subscription.onEnd { turns.close() }
      let endInner: @Sendable (Termination<Failure>) -> Void = { state.endInner($0) }
      @Sendable func attachNext() {
        turns.takeNext { value in
          junction.connect(
            transform(value), next: junction.output.next,
            endOutsideGate: { termination in
              junction.subscription.pass(termination, endInner)
              turns.endOne()
              attachNext()
            })
        }
      }
      state.connectOuter(self, outer) { value in
        state.beginInner()
        if turns.append(value) { junction.subscription.pass(.completed, endInner) }
        attachNext()
      }
    }
  }
}

/// What becomes of values while as many inner streams are attached as the limit allows.
@usableFromInline enum WaitingRule: Sendable {
  /// All wait, in FIFO order.
  case all
  /// The newest waits; it replaces the one that was waiting.
  case newest
  /// None waits.
  case none
}

/// The values that wait for an inner stream, and the number of active inner streams.
@usableFromInline final class FlattenTurns<Value: Sendable>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var values: Backlog<Value>
    @usableFromInline var active = 0
    @usableFromInline var isClosed = false

    @inlinable init(_ values: Backlog<Value>) { self.values = values }
  }
  @usableFromInline let state: Guarded<State>
  @usableFromInline let trampoline = Trampoline()
  @usableFromInline let limit: Int
  @usableFromInline let rule: WaitingRule
  @usableFromInline let outer: Subscription

  /// `outer` brings the values; it is paused when too many wait.
  @inlinable init(limit: Int, waiting rule: WaitingRule, _ outer: Subscription) {
    state = Guarded(State(Backlog(rule == .newest ? .newest(1) : .suspending(64))))
    self.limit = limit
    self.rule = rule
    self.outer = outer
  }

  /// True: a value has been dropped, this one or one that was waiting.
  @inlinable func append(_ value: Value) -> Bool {
    let arrival: Backlog<Value>.Arrival = state.withLock { state in
      if state.isClosed || rule == .none && state.active == limit { return .dropped(value) }
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

  /// Takes the next value and calls `begin`, if the limit allows one more. Calls never overlap, and never nest.
  @inlinable func takeNext(_ begin: (Value) -> Void) {
    trampoline.bounce {
      let (next, resumes): (Value?, Bool) = state.withLock { state in
        if state.active == limit { return (nil, false) }
        let next = state.values.waiting.popFirst()
        if next != nil { state.active += 1 }
        return (next, state.values.takeResumption())
      }
      if let next { begin(next) }
      if resumes { outer.resume() }
    }
  }

  /// One of the inner streams has ended.
  @inlinable func endOne() { state.withLock { $0.active -= 1 } }

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
