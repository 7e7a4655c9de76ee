/// Chooses which rows of a list find room in a sample. Where more have changed than find room, the next sample goes on behind
/// the last one that did: so each comes, however many change all the time.
struct RowPacker {
  private let limit: Int
  /// The number of the last row that found room, while others did not.
  private var last = 0

  init(limit: Int) { self.limit = limit }

  /// - Parameters:
  ///   - items: In the order of their numbers.
  ///   - number: What tells one from the others.
  ///   - row: The row of one that has changed; nil if the viewer knows it as it is. Called as long as there is room.
  ///   - hasChanged: Whether there would be a row. Called for those that find no room.
  /// - Returns: The rows, and how many found no room.
  mutating func rows<Item>(
    of items: [Item], number: (Item) -> Int, hasChanged: (Item) -> Bool, row: (Item) -> JSONLine?
  ) -> (rows: [JSONLine], rest: Int) {
    var rows: [JSONLine] = []
    var (rest, lastInRow) = (0, 0)
    let first = items.firstIndex { number($0) > last } ?? 0
    for item in [items[first...], items[..<first]].joined() {
      if rows.count == limit {
        if hasChanged(item) { rest += 1 }
      } else if let row = row(item) {
        rows.append(row)
        lastInRow = number(item)
      }
    }
    last = rest > 0 ? lastInRow : 0
    return (rows, rest)
  }
}
