/// Items in the order in which they came, each under a key of its own: 0, 1, 2, and so on, never used again.
///
/// Keys grow, so the items are sorted by them. What was removed leaves a gap; when half of all places are gaps
/// they are closed, so that adding and removing take amortised constant time but for a binary search.
struct KeyedItems<T> {
  private var places: [(key: Int, item: T?)] = []
  private var nextKey = 0
  private(set) var count = 0

  mutating func add(_ item: T) -> Int {
    defer {
      nextKey += 1
      count += 1
    }
    places.append((nextKey, item))
    return nextKey
  }

  func get(_ key: Int) -> T? { place(of: key).flatMap { places[$0].item } }

  /// - Returns: What was removed, to be released when nobody is changing the items: it may ask for them as it
  ///   goes.
  mutating func remove(_ key: Int) -> T? {
    guard let place = place(of: key), let item = places[place].item else { return nil }
    places[place].item = nil
    count -= 1
    if count < places.count / 2 { places.removeAll { $0.item == nil } }
    return item
  }

  /// - Returns: What was removed, as for one.
  mutating func removeAll() -> [T] {
    defer {
      places = []
      count = 0
    }
    return items
  }

  var items: [T] { places.compactMap(\.item) }

  var itemsWithKeys: [(Int, T)] { places.compactMap { place in place.item.map { (place.key, $0) } } }

  var first: (Int, T)? {
    places.first { $0.item != nil }.flatMap { place in place.item.map { (place.key, $0) } }
  }

  private func place(of key: Int) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low < places.count && places[low].key == key ? low : nil
  }
}
