extension EventStream {
  /// Combines all values into one result, sent at the end.
  ///
  ///     in   --1--2--3--|
  ///          reduce(0) { $0 + $1 }
  ///     out  -----------(6|)
  ///
  /// - Completes: with the source, after the result; without values the result is the seed.
  /// - Fails: with the source; there is no result then.
  /// - Buffers: one result.
  @inlinable public func reduce<Result: Sendable>(
    _ seed: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> EventStream<D, Result, Failure> {
    reduce(into: seed) { $0 = next($0, $1) }
  }

  /// Changes a result with each value, and sends it at the end. Cheaper than ``reduce(_:_:)`` where the
  /// result is a collection.
  ///
  ///     in   --a--b--b--|
  ///          reduce(into: Set()) { $0.insert($1) }
  ///     out  -----------([a, b]|)
  ///
  /// - Completes: with the source, after the result; without values the result is the seed.
  /// - Fails: with the source; there is no result then.
  /// - Buffers: one result.
  @inlinable public func reduce<Result: Sendable>(
    into seed: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
  ) -> EventStream<D, Result, Failure> {
    stage { observer, source in
      let result = GateBox(seed)
      return Observer(
        next: { update(&result.value, $0) },
        end: { termination in
          if termination.isCompleted, !source.isDisposed { observer.next(result.value) }
          observer.end(termination)
        })
    }
  }
}
