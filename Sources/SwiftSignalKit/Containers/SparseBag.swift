/// A bag to loop over: the items in the order in which they were added.
///
/// A loop sees the items of the moment it began; the bag may change meanwhile. An index is never used again. One
/// thread at a time may use a bag.
public final class SparseBag<T>: Sequence {
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

  /// Whether it has no items.
  @inlinable public var isEmpty: Bool { items.isEmpty }

  /// Goes through the items that are there now.
  @inlinable public func makeIterator() -> AnyIterator<T> { AnyIterator(items.items.makeIterator()) }
}
