extension PropertyProtocol {
  /// A property whose value is always `transform` of this one's.
  ///
  ///     in   1-----2--3------
  ///          map { $0 * 10 }
  ///     out  10----20-30-----
  ///
  /// `transform` runs when the value is asked for or observed, and once per change.
  @inlinable public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Property<NewValue> {
    readOnly.derived { MappingRule($0, transform) }
  }

  /// A property whose value is always `transform` of this one's. Equal results change nothing.
  @inlinable public func map<NewValue: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Property<NewValue> {
    readOnly.derived { MappingRule($0, transform).distinct }
  }

  /// The same property, for which values that `areEqual` are no change.
  @inlinable public func removeDuplicates(
    by areEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> Property<Value> {
    readOnly.derived { MappingRule($0, { $0 }).distinct(by: areEqual) }
  }

  /// The value of the property that `transform` makes of this one's value.
  ///
  /// `transform` runs once per value of this property; what the property before that depended on is of no
  /// interest any more.
  @inlinable public func flatMap<Inner: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Property<Inner.Value> {
    readOnly.flattened { RecordingRule(flattening: $0) { transform($0).readOnly } }
  }

  /// The value of the property that `transform` makes of this one's value. Equal values change nothing.
  @inlinable public func flatMap<Inner: PropertyProtocol>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> Property<Inner.Value> where Inner.Value: Equatable {
    readOnly.flattened { RecordingRule(flattening: $0) { transform($0).readOnly }.distinct }
  }
}

extension PropertyProtocol where Value: Equatable {
  /// The same property, for which equal values are no change.
  @inlinable public func removeDuplicates() -> Property<Value> { removeDuplicates { $0 == $1 } }
}

extension Property {
  /// A property that reads this one.
  @inlinable func derived<R: Rule>(by rule: (Node<Value>) -> R) -> Property<R.Value> {
    Property<R.Value>(Node(rule(node), sources: [node], node.name), feed: feed)
  }

  /// A property that reads this one, and then those that its values lead to.
  @inlinable func flattened<R: Rule>(by rule: (Node<Value>) -> R) -> Property<R.Value> {
    Property<R.Value>(Node(rule(node), sources: nil, hasMemory: true, node.name), feed: feed)
  }
}

extension RecordingRule {
  /// Reads a property, and then the one that its value leads to.
  @inlinable init<Outer>(
    flattening source: Node<Outer>, _ transform: @escaping @Sendable (Outer) -> Property<Value>
  ) {
    /// The inner property, and the version of the outer one it was made from.
    let latest = Guarded<(version: UInt64, inner: Property<Value>)?>(nil)
    self.init { _, reading in
      let outer = reading.record(source)
      // None if a transaction has set it: that value may never be one of the property.
      let version = reading.seen
      if let known = latest.withLock({ $0 }), known.version == version {
        return reading.record(known.inner.node)
      }
      let made = (version, inner: transform(outer))
      if version == 0 { return reading.record(made.inner.node) }
      // Another thread may have come first, or be further. What is replaced is released after the lock.
      let before = latest.withLock { latest in
        let before = latest
        if version > before?.version ?? 0 { latest = made }
        return before
      }
      let inner = before?.version == version ? before!.inner : made.inner
      return withExtendedLifetime(before) { reading.record(inner.node) }
    }
  }
}

@usableFromInline struct MappingRule<Source: Sendable, Value: Sendable>: Rule {
  @usableFromInline let above: Unretained<Node<Source>>
  @usableFromInline let transform: @Sendable (Source) -> Value

  @inlinable init(_ source: Node<Source>, _ transform: @escaping @Sendable (Source) -> Value) {
    above = Unretained(source)
    self.transform = transform
  }

  @inlinable static var reads: Reads { .one }

  @inlinable @inline(__always)
  func compute(_ node: Node<Value>, _ reading: inout Reading, _ known: Known?) -> Value? {
    let value = reading.read(above)
    return reading.seen == known?.seen ? nil : node.run(reading.overlay) { transform(value) }
  }
}
