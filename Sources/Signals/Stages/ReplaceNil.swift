extension EventStream {
  /// Passes on a value in place of each nil.
  ///
  ///     in   --1--nil--3--|
  ///          replaceNil(with: 0)
  ///     out  --1--0----3--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func replaceNil<Wrapped: Sendable>(
    with replacement: Wrapped
  ) -> EventStream<D, Wrapped, Failure> where Value == Wrapped? {
    map { $0 ?? replacement }
  }
}
