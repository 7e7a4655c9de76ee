import SignalsMarbles

/// A diagram that is changed while it is looked at, in a page: two lines of text, and what is drawn of them.
struct LiveDiagram: Equatable {
  /// The diagram of the source; nil if the expression begins a stream.
  var source: String?
  var expression: String
}

extension LiveDiagram {
  /// A line of it.
  enum Line: String {
    case source
    case expression
  }

  /// What is wrong with one of the lines.
  struct Mistake: Error {
    let line: Line
    let error: SyntaxError
  }

  /// Runs the expression, as an example of an operator or of its own.
  func drawing(as example: (entry: Operator, example: Operator.Example)?) throws(Mistake) -> LiveDrawing {
    let diagram: MarbleDiagram?
    do throws(SyntaxError) { diagram = try source.map(MarbleDiagram.init(input:)) } catch {
      throw Mistake(line: .source, error: error)
    }
    do throws(SyntaxError) {
      let expression = try Expression(expression)
      guard let (entry, example) = example else {
        let picture = try expression.picture(of: diagram)
        let pushed = expression.pushedPicture(of: diagram, unlike: picture)
        return LiveDrawing(self, picture, pushed, title: picture.code, limit: ExpressionRunner.limit)
      }
      let picture = try expression.picture(
        of: diagram, observers: example.observers, limit: example.limit, preferring: entry)
      let pushed = expression.pushedPicture(
        of: diagram, observers: example.observers, limit: example.limit, preferring: entry, unlike: picture)
      return LiveDrawing(self, picture, pushed, title: entry.fullName, limit: example.limit)
    } catch {
      throw Mistake(line: .expression, error: error)
    }
  }
}

extension LiveDiagram {
  /// The diagram that stands at `place` of the expression, or beside it; nil if there is none.
  func diagram(at place: Int?) -> MarbleDiagram? {
    text(at: place).flatMap { text in
      do throws(SyntaxError) { return try MarbleDiagram(input: text) } catch { return nil }
    }
  }

  /// Writes a diagram in place of another one.
  mutating func replace(at place: Int?, with diagram: MarbleDiagram) {
    guard let place else {
      source = diagram.description
      return
    }
    guard let old = quote(at: place) else { return }
    let text = diagram.description
    // A long name has quotes of its own.
    let quote = text.contains("'") ? "\"" : "'"
    let characters = Array(expression)
    expression = String(characters[..<place]) + quote + text + quote + String(characters[old.upperBound...])
  }

  private func text(at place: Int?) -> String? {
    guard let place else { return source }
    return quote(at: place).map { String(Array(expression)[$0].dropFirst().dropLast()) }
  }

  /// What is quoted, with its quotes.
  private func quote(at place: Int) -> Range<Int>? {
    let characters = Array(expression)
    guard characters.indices.contains(place), ["'", "\""].contains(characters[place]),
      let end = characters[(place + 1)...].firstIndex(of: characters[place])
    else { return nil }
    return place..<(end + 1)
  }
}
