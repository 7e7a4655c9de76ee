/// Items in the order in which they came, each under a key of its own: 0, 1, 2, and so on, never used again.
///
/// Two arrays: copying the items is then a retain. Keys grow, so the place of an item is found by a binary search that
/// begins where the item is if nothing before it was removed.
@usableFromInline struct KeyedItems<T> {
  @usableFromInline var keys: [Int] = []
  @usableFromInline var items: [T] = []
  @usableFromInline var nextKey = 0

  @inlinable init() {}

  @inlinable mutating func add(_ item: T) -> Int {
    let key = nextKey
    nextKey += 1
    keys.append(key)
    items.append(item)
    return key
  }

  @inlinable func get(_ key: Int) -> T? { place(of: key).map { items[$0] } }

  /// - Returns: What was removed, to be released when the items are not being changed: it may ask for them as it goes.
  @inlinable mutating func remove(_ key: Int) -> T? {
    guard let place = place(of: key) else { return nil }
    keys.remove(at: place)
    return items.remove(at: place)
  }

  /// - Returns: What was removed, as for one.
  @inlinable mutating func removeAll() -> [T] {
    defer {
      keys = []
      items = []
    }
    return items
  }

  @inlinable var isEmpty: Bool { keys.isEmpty }

  @inlinable var itemsWithKeys: [(Int, T)] { Array(zip(keys, items)) }

  @inlinable var first: (Int, T)? { keys.isEmpty ? nil : (keys[0], items[0]) }

  @inlinable func place(of key: Int) -> Int? {
    guard let first = keys.first, key >= first else { return nil }
    var (low, high) = (0, Swift.min(key - first, keys.count - 1))
    if keys[high] == key { return high }
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return keys[low] == key ? low : nil
  }
}
