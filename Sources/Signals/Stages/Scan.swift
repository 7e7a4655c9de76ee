extension EventStream {
  /// Combines each value with the result before it, and passes on every result but the seed.
  ///
  ///     in   --1--2--3--|
  ///          scan(0) { $0 + $1 }
  ///     out  --1--3--6--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one result.
  @inlinable public func scan<Result: Sendable>(
    _ seed: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> EventStream<D, Result, Failure> {
    scan(into: seed) { $0 = next($0, $1) }
  }

  /// Changes a result with each value, and passes it on each time. Cheaper than ``scan(_:_:)`` where the
  /// result is a collection.
  ///
  ///     in   --a--b---c----|
  ///          scan(into: "") { $0 += $1 }
  ///     out  --a--ab--abc--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one result.
  @inlinable public func scan<Result: Sendable>(
    into seed: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> EventStream<D, Result, Failure> {
    stage { observer, _ in
      let result = GateBox(seed)
      return Observer(
        next: { value in
          update(&result.value, value)
          observer.next(result.value)
        }, end: observer.end)
    }
  }
}
