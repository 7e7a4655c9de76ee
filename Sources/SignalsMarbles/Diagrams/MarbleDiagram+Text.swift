extension MarbleDiagram: CustomStringConvertible {
  /// The diagram in one line, as ``init(_:)`` reads it.
  public var description: String {
    steps.map { MarbleStyle.notation.cell($0) }.joinedApart
  }
}

/// How a diagram is written.
public enum MarbleStyle: Sendable {
  /// So that it can be read back: longer names in quotes, columns aligned with spaces.
  case notation
  /// So that it looks good: no quotes, but for the empty name, and the line goes on through the columns.
  case picture

  /// What stands for a step.
  func cell(_ marks: [MarbleDiagram.Mark]) -> String {
    switch marks.count {
    case 0: "-"
    case 1: text(marks[0])
    default: "(\(group(marks)))"
    }
  }

  private func group(_ marks: [MarbleDiagram.Mark]) -> String {
    let texts = marks.map(text)
    guard self == .picture, texts.contains(where: { $0.count > 1 }) else { return texts.joinedApart }
    let values = marks.filter { $0.isValue }.map(text).joined(separator: ",")
    return values + marks.filter { !$0.isValue }.map(text).joined()
  }

  private func text(_ mark: MarbleDiagram.Mark) -> String {
    switch mark {
    case .value(let name): isPlain(name) || self == .picture && !name.isEmpty ? name : "'\(name)'"
    case .failed: "x"
    case .completed: "|"
    case .interrupted: "!"
    case .attached: "^"
    case .disposed: "$"
    }
  }

  /// Whether a name needs no quotes.
  private func isPlain(_ name: String) -> Bool {
    guard let character = name.first, name.count == 1 else { return false }
    return character != "x" && (character.isLetter || character.isNumber)
  }
}

extension [String] {
  /// One after the other, with a space where two would become one character, as parts of a Hangul syllable do.
  fileprivate var joinedApart: String {
    reduce(into: "") { text, part in
      if let last = text.last, let first = part.first, "\(last)\(first)".count < 2 { text += " " }
      text += part
    }
  }
}
