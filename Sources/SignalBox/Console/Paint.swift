/// What a piece of text is, from which its colour follows.
enum Paint: String {
  case title = "1"
  case faint = "2"
  case push = "33"
  case pull = "36"
  case good = "32"
  case bad = "31"
  case chosen = "7"
}

extension Terminal {
  /// The text in the colour of what it is; as it is where there are no colours.
  func paint(_ paint: Paint, _ text: String) -> String {
    hasColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
  }
}
