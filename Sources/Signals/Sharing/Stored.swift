extension EventStream where Failure == Never {
  /// Keeps the latest value as a property, and has `initial` until the first comes.
  ///
  ///     in   ----1--2--|
  ///          stored(initial: 0)
  ///     out  0---1--2--|
  ///
  /// A producer is started at once. It is disposed of when no copy of the property is left, and nothing that needs
  /// the property: a property that is computed from it, or an observer.
  ///
  /// - Parameters:
  ///   - initial: The first value.
  ///   - name: What the property is called in messages; otherwise its file and line.
  ///   - fileID: The file of the call, which the compiler fills in.
  ///   - line: The line of the call, which the compiler fills in.
  /// - Completes: with the source; the property keeps its last value.
  /// - Buffers: one value.
  @inlinable public func stored(
    initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(name: name, initial: initial, then: self, fileID: fileID, line: line)
  }
}

extension EventStream where Failure == Never, Value: Equatable {
  /// Keeps the latest value as a property, and has `initial` until the first comes. Equal values change nothing.
  @inlinable public func stored(
    initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(name: name, initial: initial, then: self, fileID: fileID, line: line)
  }
}
