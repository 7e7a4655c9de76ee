extension EventStream {
  /// Passes on the values that satisfy a condition.
  ///
  ///     in   --1--2--3--4--|
  ///          filter { $0.isMultiple(of: 2) }
  ///     out  -----2-----4--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Self {
    stage(Filtering(isIncluded))
  }
}

@usableFromInline struct Filtering<Value: Sendable>: ValueRule {
  @usableFromInline let isIncluded: @Sendable (Value) -> Bool

  @inlinable init(_ isIncluded: @escaping @Sendable (Value) -> Bool) { self.isIncluded = isIncluded }

  @inlinable @inline(__always) func pass(_ value: Value, to next: (Value) -> Void) {
    if isIncluded(value) { next(value) }
  }
}
