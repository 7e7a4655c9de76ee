/// Items in the order in which they were added; each can be found and removed by the index it got.
///
/// An index is never used again, also after `removeAll`. One thread at a time may use a bag.
public final class Bag<T> {
  public typealias Index = Int

  private var items = KeyedItems<T>()

  public init() {}

  /// Adds an item at the end.
  ///
  /// - Returns: What it can be found by.
  public func add(_ item: T) -> Index { items.add(item) }

  /// The item that got `index`, unless it was removed.
  public func get(_ index: Index) -> T? { items.get(index) }

  /// Removes the item that got `index`, if it is still there.
  public func remove(_ index: Index) {
    let removed = items.remove(index)
    withExtendedLifetime(removed) {}
  }

  public func removeAll() {
    let removed = items.removeAll()
    withExtendedLifetime(removed) {}
  }

  public func copyItems() -> [T] { items.items }

  public func copyItemsWithIndices() -> [(Index, T)] { items.itemsWithKeys }

  public var isEmpty: Bool { items.count == 0 }

  /// The oldest item, with its index.
  public var first: (Index, T)? { items.first }
}
