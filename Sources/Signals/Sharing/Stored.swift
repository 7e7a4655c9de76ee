extension EventStream where Failure == Never {
  /// Keeps the latest value as a property, and has `initial` until the first comes.
  ///
  ///     in   ----1--2--|
  ///          stored(initial: 0)
  ///     out  0---1--2--|
  ///
  /// A producer is started at once, and disposed of when the last copy of the property is gone.
  ///
  /// - Completes: with the source; the property keeps its last value.
  /// - Buffers: one value.
  public func stored(
    initial: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(initial: initial, then: self, fileID: fileID, line: line)
  }
}

extension EventStream where Failure == Never, Value: Equatable {
  /// Keeps the latest value as a property, and has `initial` until the first comes. Equal values change nothing.
  public func stored(
    initial: Value, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(initial: initial, then: self, fileID: fileID, line: line)
  }
}
