extension EventStream where Value: Comparable {
  /// Sends the least value at the end; nothing if there was none.
  ///
  ///     in   --3--1--2--|
  ///          min()
  ///     out  -----------(1|)
  ///
  /// - Completes: with the source, after the value.
  /// - Fails: with the source; there is no value then.
  /// - Buffers: one value.
  @inlinable public func min() -> Self {
    reduce(Value?.none) { least, value in
      if let least { Swift.min(least, value) } else { value }
    }.compacted()
  }

  /// Sends the greatest value at the end; nothing if there was none.
  ///
  ///     in   --1--3--2--|
  ///          max()
  ///     out  -----------(3|)
  ///
  /// - Completes: with the source, after the value.
  /// - Fails: with the source; there is no value then.
  /// - Buffers: one value.
  @inlinable public func max() -> Self {
    reduce(Value?.none) { greatest, value in
      if let greatest { Swift.max(greatest, value) } else { value }
    }.compacted()
  }
}
