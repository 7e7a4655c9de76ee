import SignalsFoundation

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
