extension EventStream {
  /// Combines each value with the result before it, and passes on every result, the seed first.
  ///
  ///     in   --1--2--3--|
  ///          reductions(0) { $0 + $1 }
  ///     out  0-1--3--6--|
  ///
  /// Pushed, the seed is sent when the signal is made and reaches no observer (contract S2). ``scan(_:_:)`` leaves
  /// the seed out.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: one result.
  @inlinable public func reductions<Result: Sendable>(
    _ seed: Result, _ next: @escaping @Sendable (Result, Value) -> Result
  ) -> EventStream<D, Result, Failure> {
    let results = scan(seed, next)
    return results.join { junction in
      junction.subscription.pass(seed, junction.next)
      junction.connect(results, next: junction.next, end: junction.output.end)
    }
  }
}
