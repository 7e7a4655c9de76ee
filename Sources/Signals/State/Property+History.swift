// What depends on the history of a property and not on its value of now. It is stored, not computed, which is why these
// operators take an `initial` value. See Documentation/Decisions/0024-properties-that-remember.md.

extension PropertyProtocol {
  /// The latest value that satisfies a condition, and `initial` until there is one.
  ///
  ///     in   1-----2--3--4------
  ///          filter(initial: 0) { $0.isMultiple(of: 2) }
  ///     out  0-----2-----4------
  ///
  /// The result is stored: it is set when the observers of this property are notified, after the set that changed it and
  /// not inside its ``transaction(_:)``. What is computed from both may be notified twice (contract R3 holds for what is
  /// computed). The result observes this property, and so keeps what is needed to compute its values, but no
  /// ``MutableProperty``. It ends that when no copy of the result is left, and nothing that is computed from it or
  /// observes it.
  ///
  /// - Completes: with this property; the result keeps its last value.
  /// - Buffers: one value.
  /// - Complexity: O(1) per change, whether the result is read or not.
  @inlinable public func filter(
    initial: Value, name: String? = nil, _ isIncluded: @escaping @Sendable (Value) -> Bool,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(
      name: name, initial: initial, then: producer.filter(isIncluded), fileID: fileID, line: line)
  }

  /// The value of now and the one before it, which is `initial` until there is one.
  ///
  ///     in   1------2------3------
  ///          pairwise(initial: 0)
  ///     out  (0,1)--(1,2)--(2,3)--
  ///
  /// The result is stored: it is set when the observers of this property are notified, after the set that changed it and
  /// not inside its ``transaction(_:)``. What is computed from both may be notified twice (contract R3 holds for what is
  /// computed). The result observes this property, and so keeps what is needed to compute its values, but no
  /// ``MutableProperty``. It ends that when no copy of the result is left, and nothing that is computed from it or
  /// observes it.
  ///
  /// - Completes: with this property; the result keeps its last value.
  /// - Buffers: two values.
  /// - Complexity: O(1) per change, whether the result is read or not.
  @inlinable public func pairwise(
    initial: Value, name: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<(previous: Value, current: Value)> {
    let first = (previous: initial, current: initial)
    return Property(
      name: name, initial: first,
      then: producer.scan(first) { (previous: $0.current, current: $1) }, fileID: fileID, line: line)
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The latest value that satisfies a condition, and `initial` until there is one. Equal values change nothing.
  @inlinable public func filter(
    initial: Value, name: String? = nil, _ isIncluded: @escaping @Sendable (Value) -> Bool,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Property<Value> {
    Property(
      name: name, initial: initial, then: producer.filter(isIncluded), fileID: fileID, line: line)
  }
}
