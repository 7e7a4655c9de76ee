extension EventStream {
  /// Makes of a state and each value the next state and what is passed on.
  ///
  ///     in   --a--b--c--|
  ///          scanMap(0) { count, value in (count + 1, "\(value)\(count)") }
  ///     out  --a0-b1-c2-|
  ///
  /// Unlike the results of ``scan(_:_:)``, the state itself is not passed on.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one state.
  @inlinable public func scanMap<State: Sendable, NewValue: Sendable>(
    _ initial: State, _ next: @escaping @Sendable (State, Value) -> (State, NewValue)
  ) -> EventStream<D, NewValue, Failure> {
    scanMap(into: initial) { state, value in
      let (newState, newValue) = next(state, value)
      state = newState
      return newValue
    }
  }

  /// Changes a state with each value, and passes on what is made of both. Cheaper than ``scanMap(_:_:)`` where the
  /// state is a collection.
  ///
  ///     in   --a--b--a--|
  ///          scanMap(into: Set()) { seen, value in seen.insert(value).inserted }
  ///     out  --t--t--f--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one state.
  @inlinable public func scanMap<State: Sendable, NewValue: Sendable>(
    into initial: State, _ update: @escaping @Sendable (inout State, Value) -> NewValue
  ) -> EventStream<D, NewValue, Failure> {
    stage { observer, _ in
      let state = GateBox(initial)
      return Observer(
        next: { value in
          let newValue = update(&state.value, value)
          observer.next(newValue)
        }, end: observer.end)
    }
  }
}
