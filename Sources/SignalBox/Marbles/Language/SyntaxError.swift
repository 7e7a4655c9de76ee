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

extension UsageError {
  /// Shows the line and points at the place:
  ///
  ///     there is no operator 'uppercas'; did you mean uppercase?
  ///       uppercas.delay(2)
  ///       ^
  init(_ mistake: SyntaxError, in text: String) {
    // Far from both ends of a long line, only what stands around the place.
    let start = Swift.max(0, mistake.position - 60)
    let shown = text.dropFirst(start)
    let head = (start > 0 ? "…" : "") + String(shown.prefix(mistake.position - start)).printable
    let tail = String(shown.dropFirst(mistake.position - start)).printable
    let line = (head + tail).prefix(76)
    let sentence = "signalbox: \(mistake.sentence.printable)".wrapped(to: 80).joined(separator: "\n")
    let caret = String(repeating: " ", count: head.count) + "^"
    self.init("\(sentence.dropFirst("signalbox: ".count))\n  \(line)\n  \(caret)")
  }
}
