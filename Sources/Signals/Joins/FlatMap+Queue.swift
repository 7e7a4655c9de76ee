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
      let turns = FlattenTurns<Value>(limit: limit, waiting: waiting)
      junction.start.onEnd { turns.close() }
      let endInner: @Sendable (Termination<Failure>) -> Void = { state.endInner($0) }
      @Sendable func attachNext() {
        turns.takeNext { value in
          junction.connect(
            transform(value), next: junction.output.next,
            endOutsideGate: { termination in
              junction.start.pass(termination, endInner)
              turns.endOne()
              attachNext()
            })
        }
      }
      state.connectOuter(self) { value in
        state.beginInner()
        if turns.append(value) { junction.start.pass(.completed, endInner) }
        attachNext()
      }
    }
  }
}

/// What becomes of values while as many inner streams are attached as may be.
@usableFromInline enum WaitingRule: Sendable {
  /// All wait for their turn.
  case all
  /// The newest waits; it replaces the one that was waiting.
  case newest
  /// None waits.
  case none
}

/// Whose turn it is.
@usableFromInline final class FlattenTurns<Value: Sendable>: Sendable {
  private struct State {
    var waiting = Fifo<Value>()
    var active = 0
    var isClosed = false
  }
  private let state = Guarded(State())
  private let trampoline = Trampoline()
  private let limit: Int
  private let rule: WaitingRule

  @usableFromInline init(limit: Int, waiting rule: WaitingRule) {
    self.limit = limit
    self.rule = rule
  }

  /// True: a value has been dropped, this one or one that was waiting.
  @usableFromInline func append(_ value: Value) -> Bool {
    let dropped: Value? = state.withLock { state in
      if state.isClosed { return value }
      let isFull = state.active == limit
      if isFull, rule == .none { return value }
      let replaced = isFull && rule == .newest ? state.waiting.popFirst() : nil
      state.waiting.append(value)
      return replaced
    }
    return dropped != nil
  }

  /// Hands out the next value, if it has its turn. Turns never overlap, and never nest.
  @usableFromInline func takeNext(_ begin: (Value) -> Void) {
    trampoline.bounce {
      let next: Value? = state.withLock { state in
        if state.active == limit { return nil }
        let next = state.waiting.popFirst()
        if next != nil { state.active += 1 }
        return next
      }
      if let next { begin(next) }
    }
  }

  /// One of the inner streams has ended.
  @usableFromInline func endOne() { state.withLock { $0.active -= 1 } }

  /// Nobody gets a turn any more.
  @usableFromInline func close() {
    let dropped = state.withLock { state in
      defer { state.waiting.removeAll() }
      state.isClosed = true
      return state.waiting
    }
    withExtendedLifetime(dropped) {}  // Released here, outside the lock.
  }
}
