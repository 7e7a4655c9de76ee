extension EventStream {
  /// Pairs each value with the one before it.
  ///
  ///     in   --a--b-----c-----|
  ///          pairwise()
  ///     out  -----(a,b)-(b,c)-|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one value.
  @inlinable public func pairwise()
    -> EventStream<D, (previous: Value, current: Value), Failure>
  {
    stage { observer, _ in
      let previous = GateBox<Value?>(nil)
      return Observer(
        next: { value in
          let last = previous.value
          previous.value = value
          if let last { observer.next((previous: last, current: value)) }
        }, end: observer.end)
    }
  }

  /// Pairs each value with the one before it, and the first one with `initial`.
  ///
  ///     in   --a-----b-----c-----|
  ///          pairwise(initial: z)
  ///     out  --(z,a)-(a,b)-(b,c)-|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one value.
  @inlinable public func pairwise(initial: Value)
    -> EventStream<D, (previous: Value, current: Value), Failure>
  {
    stage { observer, _ in
      let previous = GateBox(initial)
      return Observer(
        next: { value in
          let last = previous.value
          previous.value = value
          observer.next((previous: last, current: value))
        }, end: observer.end)
    }
  }
}
