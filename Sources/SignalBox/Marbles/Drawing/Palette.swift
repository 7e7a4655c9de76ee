/// The colours of marbles: white letters can be read on them, and they can be seen on light and on dark
/// ground.
enum Palette {
  /// A part of a name and the colour behind it.
  struct Stripe: Equatable {
    let color: String
    /// Where it begins, from 0 to 1.
    let start: Double
  }

  /// A stripe for each part of a name: what comes from the same value has the same colour.
  static func stripes(of name: String) -> [Stripe] {
    let parts = parts(of: name)
    // A few stripes are pleasant, many are not.
    if parts.isEmpty || parts.count > 4 { return [Stripe(color: words, start: 0)] }
    let count = Double(name.count)
    return parts.indices.map { index in
      let previous = index == 0 ? -parts[0].start : parts[index - 1].end
      return Stripe(color: color(parts[index].text), start: Double(previous + parts[index].start) / 2 / count)
    }
  }

  static let values = [
    "#3578d4", "#2b9463", "#c96f17", "#8b58cc", "#d14a76", "#17899a", "#7d8a1c", "#9c6640",
  ]
  /// For what is no value but a word.
  static let words = "#65717e"

  private struct Part {
    let text: String
    /// Counted in characters.
    let start: Int
    var end: Int { start + text.count }
  }

  /// Seconds, numbers, words, and letters that stand alone or in a pair.
  private static func parts(of name: String) -> [Part] {
    let characters = Array(name)
    var parts: [Part] = []
    var rest = characters[...]
    while let first = rest.first {
      let start = rest.startIndex
      if first.isWholeNumber {
        rest = rest.drop { $0.isWholeNumber }
        if rest.first == "s", rest.dropFirst().first?.isLetter != true { rest.removeFirst() }
      } else if first.isLetter {
        rest = rest.drop { $0.isLetter }
      } else {
        rest.removeFirst()
        continue
      }
      let part = characters[start..<rest.startIndex]
      if part.count == 2, part.allSatisfy({ $0.isLetter }) {
        parts += part.indices.map { Part(text: String(part[$0]), start: $0) }
      } else {
        parts.append(Part(text: String(part), start: start))
      }
    }
    return parts
  }

  private static func color(_ text: String) -> String {
    if let number = Int64(text) { return values[(Int(number % Int64(values.count)) + 3) % values.count] }
    guard text.count == 1, let letter = text.lowercased().unicodeScalars.first else { return words }
    return values[(Int(letter.value) + values.count - 97 % values.count) % values.count]
  }
}
