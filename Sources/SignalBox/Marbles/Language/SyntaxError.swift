/// What is wrong with a line that the user typed, and where.
struct SyntaxError: Error, Equatable {
  let sentence: String
  /// The wrong character, counted from 0.
  let position: Int

  init(_ sentence: String, at position: Int) {
    self.sentence = sentence
    self.position = position
  }

  /// The same mistake in a text that begins `offset` characters earlier.
  func moved(by offset: Int) -> SyntaxError { SyntaxError(sentence, at: position + offset) }
}

/// Why an operator cannot be applied: because of a literal, or of what they say together.
enum Refusal: Error {
  case literal(SyntaxError)
  case together(String)

  func mistake(orAt position: Int) -> SyntaxError {
    switch self {
    case .literal(let mistake): mistake
    case .together(let sentence): SyntaxError(sentence, at: position)
    }
  }
}
