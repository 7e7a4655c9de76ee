extension EventStream {
  @inlinable func flatMapRacing<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let runners = RaceRunners()
      let outer = Start()
      runners.add(outer)
      let count = Box(0)
      /// Which inner stream has won; 0 as long as none has.
      let winner = Box(0)
      let next: @Sendable (Value) -> Void = { value in
        state.beginInner()
        count.value += 1
        let (start, id) = (Start(), count.value)
        /// Inside the gate: whether the inner stream may speak. The first one to ask has won.
        let mayPass: @Sendable () -> Bool = {
          if winner.value == 0 {
            winner.value = id
            runners.dispose(allBut: start)
          }
          return winner.value == id
        }
        let end: @Sendable (Termination<Failure>) -> Void = { termination in
          if mayPass() { state.endWhole(termination) }
        }
        junction.start += start
        runners.add(start)
        junction.attach(
          transform(value), start, next: { if mayPass() { junction.output.next($0) } },
          endOutsideGate: { junction.start.pass($0, end) })
      }
      state.connectOuter(
        self, outer, next: next, end: { if winner.value == 0 { state.endOuter($0) } })
    }
  }
}

/// Who is in the race, until it is decided.
@usableFromInline final class RaceRunners: Sendable {
  private let starts = Guarded<[Start]?>([])

  @usableFromInline init() {}

  /// Comes in, or is disposed of at once when the race is decided.
  @usableFromInline func add(_ start: Start) {
    let isIn = starts.withLock { starts in
      starts?.append(start)
      return starts != nil
    }
    if !isIn { start.dispose() }
  }

  @usableFromInline func dispose(allBut winner: Start) {
    let all = starts.withLock { $0.take() } ?? []
    for start in all where start !== winner { start.dispose() }
  }
}
