import SignalsMarbles

@testable import SignalBox

extension Property {
  /// The first line is an expression, the second one, if there is one, a diagram. There is a picture or a mistake at
  /// a place in the text, and both can be shown.
  static let expressions = Property(name: "expressions") { input in
    let (expression, diagram) = input.halves
    return violation(expression.text, on: diagram?.text)
  }

  private static func violation(_ text: String, on source: String?) -> String? {
    var diagram: MarbleDiagram?
    if let source {
      do throws(SyntaxError) { diagram = try MarbleDiagram(input: source) } catch {
        return violation(of: error, in: source)
      }
    }
    do throws(SyntaxError) {
      return violation(of: try Expression(text).picture(of: diagram))
    } catch {
      return violation(of: error, in: text)
    }
  }

  private static func violation(of picture: Picture) -> String? {
    let drawing = Drawing(picture)
    let text = drawing.text(on: .silent)
    if !text.contains(picture.code.split(separator: " ").first ?? "") {
      return "the code is missing in \(text)"
    }
    if picture.steps > ExpressionRunner.limit { return "\(picture.steps) steps are drawn" }
    return drawing.svg.hasSuffix("</svg>\n") ? nil : "the drawing is cut off"
  }

  private static func violation(of mistake: SyntaxError, in text: String) -> String? {
    if !(0...text.count).contains(mistake.position) {
      return "the mistake stands outside the text, at \(mistake.position): \(mistake.sentence)"
    }
    return violation(of: UsageError(mistake, in: text))
  }

  /// A message is for a terminal: short, and without control characters.
  static func violation(of error: UsageError) -> String? {
    if error.message.isEmpty { return "an error says nothing" }
    if error.message.count > 2_000 { return "a message of \(error.message.count) characters" }
    let lines = error.message.split(separator: "\n").map(String.init)
    return lines.first { $0 != $0.printable }.map {
      "a message has control characters: \($0.debugDescription)"
    }
  }
}

extension Terminal {
  /// One that shows nothing.
  static let silent = Terminal(write: { _ in }, writeError: { _ in })
}
