extension EventStream {
  /// Passes on the last value, when the stream completes.
  ///
  ///     in   --a--b--|
  ///          last()
  ///     out  --------(b|)
  ///
  /// - Completes: with the source, after the value if there was one.
  /// - Fails: with the source; there is no value then.
  /// - Buffers: one value.
  @inlinable public func last() -> Self { suffix(1) }

  /// Passes on the last value that satisfies a condition, when the stream completes.
  ///
  ///     in   --1--5--4--2--|
  ///          last(where: { $0 > 3 })
  ///     out  --------------(4|)
  ///
  /// - Completes: with the source, after the value if there was one.
  /// - Fails: with the source; there is no value then.
  /// - Buffers: one value.
  @inlinable public func last(where condition: @escaping @Sendable (Value) -> Bool) -> Self {
    filter(condition).suffix(1)
  }
}
