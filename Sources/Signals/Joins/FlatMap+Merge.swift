extension EventStream {
  @inlinable func flatMapMerging<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let state = FlattenState(junction)
      state.connectOuter(self) { value in
        state.beginInner()
        junction.connect(transform(value), MergedInner(state))
      }
    }
  }
}

/// One inner stream of a merge. What each value needs is held here, and not looked up in `state`.
@usableFromInline struct MergedInner<Value: Sendable, Failure: Error>: InnerOutlet {
  @usableFromInline let join: Unretained<Subscription>
  @usableFromInline let next: @Sendable (Value) -> Void
  @usableFromInline let state: FlattenState<Value, Failure>

  @inlinable init(_ state: FlattenState<Value, Failure>) {
    join = state.join
    next = state.junction.next
    self.state = state
  }

  @inlinable func send(_ value: Value) { next(value) }

  @inlinable func end(_ termination: Termination<Failure>) { state.endInner(termination) }
}
