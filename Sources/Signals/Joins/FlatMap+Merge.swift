extension EventStream {
  @inlinable func flatMapMerging<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      let endInner: @Sendable (Termination<Failure>) -> Void = { state.endInner($0) }
      state.connectOuter(self) { value in
        let inner = transform(value)
        state.beginInner()
        junction.connect(inner, next: junction.output.next, end: endInner)
      }
    }
  }
}
