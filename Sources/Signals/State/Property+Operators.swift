extension PropertyProtocol {
  /// A property whose value is always `transform` of this one's.
  ///
  ///     in   1-----2--3------
  ///          map { $0 * 10 }
  ///     out  10----20-30-----
  ///
  /// `transform` runs when the value is read or observed, and once per change.
  @inlinable public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Property<NewValue> {
    readOnly.derived(areEqual: nil, transform)
  }

  /// A property whose value is always `transform` of this one's. Equal results change nothing.
  @inlinable public func map<NewValue: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Property<NewValue> {
    let source = readOnly
    return Property<NewValue>(
      PropertyNode(from: source.node, source.node.name, transform), feed: source.feed)
  }

  // With their defaults, the compiler does not try these for `map { … }`; see `map` of streams.
  #if !hasFeature(Embedded)
    /// A property whose value is always what a key path in a variable leads to from this one's.
    @_disfavoredOverload
    @inlinable public func map<NewValue: Sendable>(
      _ keyPath: KeyPath<Value, NewValue> & Sendable = valueLeftOut()
    ) -> Property<NewValue> {
      map { $0[keyPath: keyPath] }
    }

    /// A property whose value is always what a key path in a variable leads to from this one's. Equal values change nothing.
    @_disfavoredOverload
    @inlinable public func map<NewValue: Sendable & Equatable>(
      _ keyPath: KeyPath<Value, NewValue> & Sendable = valueLeftOut()
    ) -> Property<NewValue> {
      map { $0[keyPath: keyPath] }
    }
  #endif

  /// The same property, for which values that `areEqual` are no change.
  @inlinable public func removeDuplicates(
    by areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> Property<Value> {
    readOnly.derived(areEqual: areEqual) { $0 }
  }

  /// The value of the property that `transform` makes of this one's value.
  ///
  /// `transform` runs once per value of this property. From then on a change of the inner property before has no effect.
  @inlinable public func flatMap<Inner: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Property<Inner.Value> {
    readOnly.flattened(areEqual: nil) { transform($0).readOnly.withoutSource }
  }

  /// The value of the property that `transform` makes of this one's value. Equal values change nothing.
  @inlinable public func flatMap<Inner: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Property<Inner.Value> where Inner.Value: Equatable {
    readOnly.flattened(areEqual: isSame) { transform($0).readOnly.withoutSource }
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same property, for which equal values are no change.
  @inlinable public func removeDuplicates() -> Property<Value> { removeDuplicates { $0 == $1 } }
}

extension Property {
  /// A property that reads this one.
  @inlinable func derived<NewValue: Sendable>(
    areEqual: PropertyNode<NewValue>.AreEqual?, _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Property<NewValue> {
    Property<NewValue>(PropertyNode(from: node, node.name, areEqual: areEqual, transform), feed: feed)
  }

  /// A property that reads this one, and then the one that its value leads to.
  ///
  /// Two nodes: the first one keeps the inner property of each value.
  @inlinable func flattened<NewValue: Sendable>(
    areEqual: PropertyNode<NewValue>.AreEqual?, _ transform: @escaping @Sendable (Value) -> Property<NewValue>
  ) -> Property<NewValue> {
    let inner = derived(areEqual: nil, transform).node
    return Property<NewValue>(
      PropertyNode(from: inner, node.name, areEqual: areEqual) { $0.node.value }, feed: feed)
  }
}
