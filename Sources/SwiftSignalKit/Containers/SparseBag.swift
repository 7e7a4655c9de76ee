/// A bag to loop over: the items in the order in which they were added.
///
/// A loop sees the items of the moment it began; the bag may change meanwhile. An index is never used again. One
/// thread at a time may use a bag.
public final class SparseBag<T>: Sequence {
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

  public var isEmpty: Bool { items.count == 0 }

  public func makeIterator() -> SparseBagIterator<T> { SparseBagIterator(rest: items.items.makeIterator()) }
}

/// The items of a ``SparseBag``, one after the other.
public struct SparseBagIterator<T>: IteratorProtocol {
  fileprivate var rest: Array<T>.Iterator

  public mutating func next() -> T? { rest.next() }
}
