extension EventStream {
  /// Passes on the first value, then completes.
  ///
  ///     in   --a--b--|
  ///          first()
  ///     out  --(a|)
  ///
  /// - Completes: with the first value, or with the source.
  /// - Fails: with the source.
  @inlinable public func first() -> Self { prefix(1) }

  /// Passes on the first value that satisfies a condition, then completes.
  ///
  ///     in   --1--2--5--|
  ///          first(where: { $0 > 3 })
  ///     out  --------(5|)
  ///
  /// - Completes: with that value, or with the source.
  /// - Fails: with the source.
  @inlinable public func first(where condition: @escaping @Sendable (Value) -> Bool) -> Self {
    filter(condition).prefix(1)
  }
}
