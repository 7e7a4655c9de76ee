extension EventStream {
  /// Passes on the value at a position, counted from 0, then completes.
  ///
  ///     in   --a--b--c--|
  ///          element(at: 1)
  ///     out  -----(b|)
  ///
  /// - Completes: with that value, or with the source, which may have fewer.
  /// - Fails: with the source.
  /// - Precondition: `index` is not negative.
  @inlinable public func element(at index: Int) -> Self {
    require(index >= 0, "element(at:)", "the index must not be negative", index)
    return dropFirst(index).prefix(1)
  }
}
