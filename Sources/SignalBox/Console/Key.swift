/// A key, or keys pressed together, as a terminal sends them.
enum Key: Equatable, Sendable {
  case up, down, pageUp, pageDown, home, end, enter, escape, backspace
  case character(Character)

  /// The keys that a piece of what was typed stands for. What is none that is known here is left out.
  static func all(in piece: String) -> [Key] {
    var keys: [Key] = []
    var rest = piece[...]
    while let first = rest.first {
      if let (sequence, key) = sequences.first(where: { rest.hasPrefix($0.0) }) {
        rest = rest.dropFirst(sequence.count)
        keys.append(key)
        continue
      }
      rest = rest.dropFirst()
      switch first {
      case "\u{1B}":
        if rest.first == "[" || rest.first == "O" {
          // Another key: up to the letter that ends it.
          rest = rest.dropFirst().drop { !$0.isLetter && $0 != "~" }.dropFirst()
        } else {
          keys.append(.escape)
        }
      case "\r", "\n", "\r\n": keys.append(.enter)
      case "\u{7F}", "\u{8}": keys.append(.backspace)
      case _ where first.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }:
        keys.append(.character(first))
      default: break
      }
    }
    return keys
  }

  private static let sequences: [(String, Key)] = [
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}OA", .up), ("\u{1B}OB", .down), ("\u{1B}[5~", .pageUp),
    ("\u{1B}[6~", .pageDown), ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end),
  ]
}
