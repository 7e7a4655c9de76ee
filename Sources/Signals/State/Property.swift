/// A value over time that can be read and observed: it always has a value.
///
/// A property is computed from others, follows a stream, or is a read-only view of a ``MutableProperty``. What
/// is computed never shows a combination of values that did not exist together (contract R3), is computed when
/// it is read or observed, and not again while nothing it read has changed (contract R4).
///
///     let price = MutableProperty(10)
///     let count = MutableProperty(2)
///     let total = Property { price.value * count.value }
///     total.producer.startWithValues { print($0) }  // 20
///     transaction {
///       price.value = 5
///       count.value = 3
///     }  // 15, and nothing in between
public struct Property<Value: Sendable>: Sendable {
  @usableFromInline package let node: PropertyNode<Value>
  /// What feeds the property, for as long as a copy of the property exists.
  @usableFromInline let feed: (any Sendable & AnyObject)?
  /// Of which property this is a view. A copy of the view keeps it; what observes the view or is computed from it does not.
  @usableFromInline let source: Retained?

  @inlinable init(
    _ node: PropertyNode<Value>, feed: (any Sendable & AnyObject)? = nil,
    source: Retained? = nil
  ) {
    self.node = node
    self.feed = feed
    self.source = source
  }

  /// The same property as what observes it sees it: it keeps no ``MutableProperty``.
  @inlinable package var withoutSource: Self { Self(node, feed: feed) }

  /// The value as of now. From any thread, also from inside an observer of the property (contract R1).
  ///
  /// - Complexity: O(1) while nothing has changed. Otherwise what the value depends on is looked at, and what
  ///   has changed is computed.
  @inlinable public var value: Value { node.value }
}
