extension Expression {
  /// Reads a chain of calls.
  init(_ text: String) throws(SyntaxError) {
    var parser = ExpressionParser(text)
    self.init(calls: try parser.parse())
  }
}

/// Reads from left to right; each method begins at what it is named after.
private struct ExpressionParser {
  let characters: [Character]
  var position = 0

  init(_ text: String) { characters = Array(text) }

  mutating func parse() throws(SyntaxError) -> [Expression.Call] {
    var calls = [try call()]
    while try take(".") {
      if calls.count == Expression.mostCalls {
        throw SyntaxError("an expression has room for \(Expression.mostCalls) operators", at: position)
      }
      calls.append(try call())
    }
    if position < characters.count {
      throw SyntaxError("expected a dot and the next operator, not \(found)", at: position)
    }
    return calls
  }

  private mutating func call() throws(SyntaxError) -> Expression.Call {
    skipSpaces()
    let start = position
    guard let name = word() else {
      throw SyntaxError("expected the name of an operator\(butFound)", at: start)
    }
    return Expression.Call(name: name, arguments: try take("(") ? arguments() : [], position: start)
  }

  private mutating func arguments() throws(SyntaxError) -> [Expression.Argument] {
    let start = position - 1
    var arguments: [Expression.Argument] = []
    if try take(")") { return arguments }
    repeat { arguments.append(try argument()) } while try take(",")
    if try take(")") { return arguments }
    if position == characters.count {
      throw SyntaxError("the bracket that opens here is not closed", at: start)
    }
    throw SyntaxError("expected a comma or a closing bracket\(butFound)", at: position)
  }

  private mutating func argument() throws(SyntaxError) -> Expression.Argument {
    skipSpaces()
    let start = position
    if let label = word() {
      if try take(":") {
        return Expression.Argument(label: label, literal: try literal(), position: start)
      }
      position = start
    }
    return Expression.Argument(label: nil, literal: try literal(), position: start)
  }

  private mutating func literal() throws(SyntaxError) -> Literal {
    skipSpaces()
    let start = position
    return Literal(kind: try kind(), position: start)
  }

  private mutating func kind() throws(SyntaxError) -> Literal.Kind {
    let start = position
    if let name = word() { return .word(name) }
    switch characters.dropFirst(position).first {
    case "-", .some("0"..."9"): return .number(try number())
    case "'", "\"": return .quoted(try quoted())
    case "+":
      position += 1
      return .plus
    case "!":
      position += 1
      guard let name = word() else { throw SyntaxError("expected a condition after the !", at: position) }
      return .not(name)
    case ".":
      position += 1
      guard let name = word() else { throw SyntaxError("expected a name after the dot", at: position) }
      return .choice(name, limit: try take("(") ? limit() : nil)
    default: throw SyntaxError("expected an argument\(butFound)", at: start)
    }
  }

  /// A number, with its label or without. Nothing that has brackets of its own can stand there, so reading does not
  /// recurse, however deep brackets are nested in the text.
  private mutating func limit() throws(SyntaxError) -> Int {
    skipSpaces()
    let start = position
    if word() != nil, try !take(":") { position = start }
    skipSpaces()
    guard let first = characters.dropFirst(position).first, first == "-" || first.isASCII && first.isNumber
    else {
      throw SyntaxError("expected one number in the brackets\(butFound)", at: position)
    }
    let limit = try number()
    if try !take(")") { throw SyntaxError("expected a closing bracket\(butFound)", at: position) }
    return limit
  }

  private mutating func number() throws(SyntaxError) -> Int {
    let start = position
    if characters[position] == "-" { position += 1 }
    while position < characters.count, characters[position].isASCII, characters[position].isNumber {
      position += 1
    }
    // Of 64 bits also where `Int` has 32, for the same mistakes everywhere.
    guard let number = Int64(String(characters[start..<position])) else {
      throw SyntaxError("expected a whole number of a few digits", at: start)
    }
    return Int(clamping: number)
  }

  private mutating func quoted() throws(SyntaxError) -> String {
    let start = position
    guard let end = characters[(start + 1)...].firstIndex(of: characters[start]) else {
      throw SyntaxError("the quote that opens here is not closed", at: start)
    }
    position = end + 1
    return String(characters[(start + 1)..<end])
  }

  private mutating func word() -> String? {
    let start = position
    while position < characters.count, characters[position].isWordPart(isFirst: position == start) {
      position += 1
    }
    return position == start ? nil : String(characters[start..<position])
  }

  /// Whether the next character is this one, which is then behind us.
  private mutating func take(_ character: Character) throws(SyntaxError) -> Bool {
    skipSpaces()
    guard position < characters.count, characters[position] == character else { return false }
    position += 1
    return true
  }

  private mutating func skipSpaces() {
    while position < characters.count, characters[position] == " " { position += 1 }
  }

  private var found: String { position < characters.count ? String(characters[position]).quoted : "the end" }

  private var butFound: String { position < characters.count ? ", not \(found)" : "" }
}

extension Character {
  fileprivate func isWordPart(isFirst: Bool) -> Bool {
    isLetter || self == "_" || (!isFirst && isNumber)
  }
}
