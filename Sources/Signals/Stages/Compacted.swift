extension EventStream {
  /// Passes on the values that are not nil, unwrapped.
  ///
  ///     in   --1--nil--3--|
  ///          compacted()
  ///     out  --1-------3--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func compacted<Wrapped: Sendable>() -> EventStream<D, Wrapped, Failure>
  where Value == Wrapped? {
    compactMap { $0 }
  }
}
