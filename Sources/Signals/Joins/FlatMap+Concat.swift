extension EventStream {
  @inlinable func flatMapConcatenating<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let queue = ConcatQueue<Inner>()
      junction.start.onEnd { queue.close() }
      let begin: @Sendable (Int) -> Void = { state.alive.value += $0 }
      let endInner: @Sendable (Termination<Failure>) -> Void = { state.endInner($0) }
      @Sendable func attachNext() {
        queue.attachNext { inner in
          junction.connect(
            inner, next: junction.output.next,
            endOutsideGate: { termination in
              junction.start.pass(termination, endInner)
              queue.endCurrent()
              attachNext()
            })
        }
      }
      state.connectOuter(self) { value in
        let inner = transform(value)
        junction.start.pass(1, begin)
        queue.append(inner)
        attachNext()
      }
    }
  }
}

/// The inner streams that wait for their turn.
@usableFromInline final class ConcatQueue<Inner: Sendable>: Sendable {
  private struct State {
    var waiting = Fifo<Inner>()
    var isBusy = false
    var isClosed = false
  }
  private let state = Guarded(State())
  private let trampoline = Trampoline()

  @usableFromInline init() {}

  @usableFromInline func append(_ inner: Inner) {
    state.withLock { if !$0.isClosed { $0.waiting.append(inner) } }
  }

  /// Attaches the stream whose turn it is, if the one before it has ended.
  @usableFromInline func attachNext(_ attach: (Inner) -> Void) {
    trampoline.bounce {
      let next: Inner? = state.withLock { state in
        if state.isBusy { return nil }
        let next = state.waiting.popFirst()
        state.isBusy = next != nil
        return next
      }
      if let next { attach(next) }
    }
  }

  @usableFromInline func endCurrent() { state.withLock { $0.isBusy = false } }

  @usableFromInline func close() {
    let dropped = state.withLock { state in
      defer { state.waiting.removeAll() }
      state.isClosed = true
      return state.waiting
    }
    _ = dropped  // Released here, outside the lock.
  }
}
