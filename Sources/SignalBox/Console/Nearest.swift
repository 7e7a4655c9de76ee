extension String {
  /// Those of `names` that are so near that they may have been meant, the nearest first.
  func nearest(in names: [String]) -> [String] {
    let length = count
    let near = names.compactMap { name -> (name: String, distance: Int)? in
      let most = Swift.max(1, Swift.min(length, name.count) / 3)
      // The lengths alone may say it, and what was typed may be very long.
      if Swift.max(length, name.count) - Swift.min(length, name.count) > most { return nil }
      let distance = distance(to: name)
      return distance <= most ? (name, distance) : nil
    }
    let sorted = near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    return Array(sorted.map { $0.name }.uniqued.prefix(3))
  }

  /// How many characters have to be added, removed, replaced or swapped with their neighbour. Capitals do
  /// not count.
  private func distance(to other: String) -> Int {
    let (a, b) = (Array(lowercased()), Array(other.lowercased()))
    if a.isEmpty || b.isEmpty { return Swift.max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      rows.append([i])
      for j in 1...b.count {
        let replaced = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        var best = Swift.min(replaced, rows[i - 1][j] + 1, rows[i][j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = Swift.min(best, rows[i - 2][j - 2] + 1)
        }
        rows[i].append(best)
      }
    }
    return rows[a.count][b.count]
  }
}

extension [String] {
  /// "; did you mean prefix or suffix?", or nothing.
  var question: String { isEmpty ? "" : "; did you mean \(joined(separator: " or "))?" }

  /// Each once, in the order of their first appearance.
  var uniqued: [String] {
    reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }
}
