extension MarbleDiagram {
  /// Reads a diagram.
  public init(_ text: String) throws(MarbleSyntaxError) {
    var parser = MarbleParser(text)
    try parser.parse()
    self.init(steps: parser.steps)
  }
}

/// Reads one character after the other; keeps what has been read and what is open.
private struct MarbleParser {
  let text: String
  let characters: [Character]
  var position = 0
  var steps: [[MarbleDiagram.Mark]] = []
  /// Where the group began that is open, and what it holds so far.
  var group: (position: Int, marks: [MarbleDiagram.Mark])?
  var hasEnded = false

  init(_ text: String) {
    self.text = text
    characters = Array(text)
  }

  mutating func parse() throws(MarbleSyntaxError) {
    while position < characters.count {
      try parse(characters[position])
      position += 1
    }
    if let group { throw error("the group that begins here is not closed", at: group.position) }
  }

  private mutating func parse(_ character: Character) throws(MarbleSyntaxError) {
    switch character {
    case " ": break
    case "-":
      if group != nil { throw error("a group is one instant, \"-\" cannot stand in it") }
      steps.append([])
    case "(": try openGroup()
    case ")": try closeGroup()
    case "'": try add(.value(name()))
    case "|": try add(.completed)
    case "x": try add(.failed)
    case "!": try add(.interrupted)
    case "^": try addOnce(.attached)
    case "$": try addOnce(.disposed)
    case _ where character.isLetter || character.isNumber: try add(.value(String(character)))
    default: throw error("\"\(character)\" means nothing in a marble diagram")
    }
  }

  private mutating func openGroup() throws(MarbleSyntaxError) {
    if group != nil { throw error("a group cannot stand in a group") }
    group = (position, [])
  }

  private mutating func closeGroup() throws(MarbleSyntaxError) {
    guard let closed = group else { throw error("no group is open here") }
    if closed.marks.isEmpty { throw error("a group needs something in it") }
    group = nil
    steps.append(closed.marks)
  }

  private mutating func name() throws(MarbleSyntaxError) -> String {
    let start = position + 1
    guard let end = characters[start...].firstIndex(of: "'") else {
      throw error("the name that begins here has no closing quote")
    }
    position = end
    return String(characters[start..<end])
  }

  private mutating func addOnce(_ mark: MarbleDiagram.Mark) throws(MarbleSyntaxError) {
    if (steps + [group?.marks ?? []]).contains(where: { $0.contains(mark) }) {
      throw error("\"\(characters[position])\" can stand here only once")
    }
    append(mark)
  }

  private mutating func add(_ mark: MarbleDiagram.Mark) throws(MarbleSyntaxError) {
    if hasEnded { throw error("nothing follows the end of a stream") }
    hasEnded = mark.isTerminating
    append(mark)
  }

  private mutating func append(_ mark: MarbleDiagram.Mark) {
    if group == nil { steps.append([mark]) } else { group?.marks.append(mark) }
  }

  private func error(_ sentence: String, at position: Int? = nil) -> MarbleSyntaxError {
    MarbleSyntaxError(text: text, position: position ?? self.position, sentence: sentence)
  }
}
