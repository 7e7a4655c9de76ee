import SignalsFoundation
import SignalsMarbles

/// What literals stand for, and what is said when they do not.
extension Literal {
  func number(_ what: String, atLeast least: Int) throws(SyntaxError) -> Int {
    guard case .number(let number) = kind else {
      throw SyntaxError("expected \(what), such as 2", at: position)
    }
    guard (least...99).contains(number) else {
      throw SyntaxError("expected \(what) from \(least) to 99", at: position)
    }
    return number
  }

  func marble() throws(SyntaxError) -> Marble {
    switch kind {
    case .number(let number): return Marble("\(number)")
    case .word(let name): return Marble(name)
    case .quoted(let name) where !name.isEmpty: return Marble(name.printable)
    default: throw SyntaxError("expected a value, such as a, 2 or 'ab'", at: position)
    }
  }

  func diagram() throws(SyntaxError) -> MarbleDiagram {
    guard case .quoted(let text) = kind else {
      throw SyntaxError("expected a diagram in quotes, such as '-1-2|'", at: position)
    }
    do throws(SyntaxError) { return try MarbleDiagram(input: text) } catch {
      throw error.moved(by: position + 1)
    }
  }

  /// What stands between the quotes.
  var text: String { if case .quoted(let text) = kind { text } else { "" } }

  func function<Body>(
    _ what: String, _ known: KeyValuePairs<String, Body>
  ) throws(SyntaxError) -> (name: String, body: Body) {
    switch kind {
    case .word(let name): return (name, try function(name, what, known))
    case .plus: return ("+", try function("+", what, known))
    default:
      throw SyntaxError("expected \(what): \(known.map { $0.key }.joined(separator: ", "))", at: position)
    }
  }

  func function<Body>(
    _ name: String, _ what: String, _ known: KeyValuePairs<String, Body>
  ) throws(SyntaxError) -> Body {
    if let body = known.first(named: name) { return body }
    let names = known.map { $0.key }
    let near = name.nearest(in: names)
    throw SyntaxError(
      "\(name.quoted) is not \(what)"
        + (near.isEmpty ? "; there is \(names.joined(separator: ", "))" : near.question),
      at: position)
  }
}

extension MarbleDiagram {
  /// Reads the diagram of a source, which has to fit into a picture.
  init(input text: String) throws(SyntaxError) {
    do {
      try self.init(text)
    } catch {
      throw SyntaxError(error.sentence, at: error.position)
    }
    for (marker, mark) in [(Character("^"), Mark.attached), ("$", .disposed)] where step(of: mark) != nil {
      throw SyntaxError(
        "\(marker) belongs to an observer, not to a source", at: Self.position(of: marker, in: text) ?? 0)
    }
    if steps.count > ExpressionRunner.limit {
      throw SyntaxError(
        "a picture has room for \(ExpressionRunner.limit) steps, not for \(steps.count)", at: text.count - 1)
    }
    let count = steps.joined().count
    if count > ExpressionRunner.mostEvents {
      throw SyntaxError(
        "a diagram has room for \(ExpressionRunner.mostEvents.grouped) events, not for \(count.grouped)",
        at: text.count - 1)
    }
    self = mapNames({ $0.printable })
  }

  /// Where the failure stands in the text of the diagram, if there is one.
  func firstFailure(in text: String) -> Int? {
    step(of: .failed) == nil ? nil : Self.position(of: "x", in: text)
  }

  /// Where a sign stands outside the quoted names.
  private static func position(of sign: Character, in text: String) -> Int? {
    var isQuoted = false
    for (position, character) in text.enumerated() {
      if character == "'" { isQuoted.toggle() }
      if character == sign, !isQuoted { return position }
    }
    return nil
  }
}
