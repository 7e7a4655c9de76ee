/// The colours of marbles: white letters can be read on them, and they can be seen on light and on dark ground.
enum Palette {
  static let colors = [
    "#3578d4", "#2b9463", "#c96f17", "#8b58cc", "#d14a76", "#17899a", "#7d8a1c", "#9c6640",
  ]

  /// One for each part of a name: what comes from the same value has the same colour.
  static func colors(of name: String) -> [Int] {
    let parts = parts(of: name).map(color)
    // A stripe for each is pleasant for a few parts only.
    return parts.isEmpty ? [5] : Array(parts.prefix(4))
  }

  /// Letters and digits that stand together.
  private static func parts(of name: String) -> [Substring] {
    var parts: [Substring] = []
    var start = name.startIndex
    for index in name.indices {
      let kind = name[index].kind
      if start < index, kind != name[name.index(before: index)].kind {
        parts.append(name[start..<index])
        start = index
      }
    }
    parts.append(name[start...])
    return parts.filter { $0.first?.kind != .other }
  }

  private static func color(_ part: Substring) -> Int {
    if let number = Int(part) { return (number % colors.count + colors.count + 3) % colors.count }
    let letter = part.lowercased().unicodeScalars.first.map { Int($0.value) } ?? 0
    return (letter + colors.count - 97 % colors.count) % colors.count
  }
}

extension Character {
  fileprivate enum Kind { case letter, digit, other }

  fileprivate var kind: Kind { isNumber ? .digit : isLetter ? .letter : .other }
}
