extension EventStream {
  /// Gathers all values into one array, sent at the end.
  ///
  ///     in   --a--b--c--|
  ///          collect()
  ///     out  -----------([a, b, c]|)
  ///
  /// - Completes: with the source, after the array, which may be empty.
  /// - Fails: with the source; the values are dropped then.
  /// - Buffers: all values, without a limit.
  /// - Complexity: memory for all values.
  @inlinable public func collect() -> EventStream<D, [Value], Failure> {
    reduce(into: []) { $0.append($1) }
  }
}
