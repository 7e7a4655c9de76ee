/// Items in the order in which they were added; each can be found and removed by the index it got.
///
/// An index is never used again, also after `removeAll`. One thread at a time may use a bag.
public final class Bag<T> {
  /// What an item can be found by.
  public typealias Index = Int

  @exclusivity(unchecked) @usableFromInline var items = KeyedItems<T>()

  /// An empty bag.
  @inlinable public init() {}

  /// Adds an item at the end.
  ///
  /// - Returns: What it can be found by.
  @inlinable public func add(_ item: T) -> Index { items.add(item) }

  /// The item that got `index`, unless it was removed.
  @inlinable public func get(_ index: Index) -> T? { items.get(index) }

  /// Removes the item that got `index`, if it is still there.
  @inlinable public func remove(_ index: Index) {
    let removed = items.remove(index)
    withExtendedLifetime(removed) {}
  }

  /// Removes all items.
  @inlinable public func removeAll() {
    let removed = items.removeAll()
    withExtendedLifetime(removed) {}
  }

  /// The items, the oldest first.
  @inlinable public func copyItems() -> [T] { items.items }

  /// The items with their indices, the oldest first.
  @inlinable public func copyItemsWithIndices() -> [(Index, T)] { items.itemsWithKeys }

  /// Whether it has no items.
  @inlinable public var isEmpty: Bool { items.isEmpty }

  /// The oldest item, with its index.
  @inlinable public var first: (Index, T)? { items.first }
}
