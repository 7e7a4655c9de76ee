extension EventStream where Value == Bool {
  /// Says whether the latest values of both streams are true, whenever either has a new one.
  ///
  ///     in     --t-----f--------|
  ///     other  ----f-------t--|
  ///            and(other)
  ///     out    ----f---f---f----|
  ///
  /// Equal results are passed on, too; ``removeDuplicates()`` leaves them out.
  ///
  /// - Completes: when both have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other stream is disposed of.
  /// - Buffers: the latest value of each stream.
  @inlinable public func and<Other: EventSource>(_ other: Other) -> Self
  where Other.Value == Bool, Other.Failure == Failure {
    combineLatest(with: other).map { $0 && $1 }
  }

  /// Says whether the latest value of either stream is true, whenever either has a new one.
  ///
  ///     in     --t-----f--------|
  ///     other  ----f-------t--|
  ///            or(other)
  ///     out    ----t---f---t----|
  ///
  /// Equal results are passed on, too; ``removeDuplicates()`` leaves them out.
  ///
  /// - Completes: when both have, or when one does that never sent a value.
  /// - Fails: with the first failure; the other stream is disposed of.
  /// - Buffers: the latest value of each stream.
  @inlinable public func or<Other: EventSource>(_ other: Other) -> Self
  where Other.Value == Bool, Other.Failure == Failure {
    combineLatest(with: other).map { $0 || $1 }
  }
}
