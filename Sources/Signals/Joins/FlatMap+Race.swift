extension EventStream {
  @inlinable func flatMapRacing<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let race = RaceState(junction, end: { state.endWhole($0) })
      let outer = Subscription()
      race.runners.add(outer)
      state.connectOuter(
        self, outer,
        next: { value in
          if race.runners.isDecided { return }
          state.beginInner()
          race.connect(transform(value))
        },
        end: { if race.winner.value == nil { state.endOuter($0) } })
    }
  }
}
