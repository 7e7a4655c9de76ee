import SignalsMarbles

/// What the user wants to see, and where.
struct MarblesRequest {
  enum Subject {
    case help
    case list
    case drawings([Drawing])
    case document(String)
  }

  let subject: Subject
  /// A file or a folder for drawings, instead of the terminal.
  let svg: String?

  init(_ arguments: [String]) throws(UsageError) {
    let words = try Words(arguments)
    svg = words.svg
    if words.needsHelp {
      subject = .help
    } else if let document = words.document {
      if words.isAll || svg != nil || !words.plain.isEmpty {
        throw UsageError("--document stands alone; see 'signalbox marbles --help'")
      }
      subject = .document(document)
    } else if words.isAll {
      try words.plain.rejectAll()
      subject = .drawings(try SignalBox.drawings(of: Catalogue.operators))
    } else {
      subject = try Self.subject(words.plain)
      if case .list = subject, svg != nil {
        throw UsageError("what is to be drawn? see 'signalbox marbles --help'")
      }
    }
  }

  private static func subject(_ plain: [String]) throws(UsageError) -> Subject {
    switch plain.count {
    case 0: return .list
    case 1: return .drawings(try drawings(named: plain[0]))
    case 2: return .drawings([try drawing(diagram: plain[0], expression: plain[1])])
    default: throw UsageError("unexpected argument \(plain[2].quoted); see 'signalbox marbles --help'")
    }
  }

  private static func drawings(named name: String) throws(UsageError) -> [Drawing] {
    let operators = Catalogue.operators(named: name)
    if !operators.isEmpty { return try SignalBox.drawings(of: operators) }
    let all = try SignalBox.drawings(of: Catalogue.operators)
    if let drawing = all.first(where: { $0.name == name }) { return [drawing] }
    if name.contains("(") { return [try drawing(diagram: nil, expression: name)] }
    if name.contains(where: { "-|".contains($0) }), name.nearest(in: all.map(\.name)).isEmpty {
      throw UsageError("which operator? write a diagram, then an expression; see 'signalbox marbles --help'")
    }
    let near = name.nearest(in: Catalogue.operators.map(\.name))
    throw UsageError("there is no operator \(name.quoted)\(near.question)")
  }

  private static func drawing(diagram: String?, expression: String) throws(UsageError) -> Drawing {
    var source: MarbleDiagram?
    if let diagram {
      do throws(SyntaxError) { source = try MarbleDiagram(input: diagram) } catch {
        throw UsageError(error, in: diagram)
      }
    }
    do throws(SyntaxError) {
      return Drawing(try Expression(expression).picture(of: source))
    } catch {
      throw UsageError(error, in: expression)
    }
  }
}

/// The pictures of operators, all of their examples.
private func drawings(of operators: [Operator]) throws(UsageError) -> [Drawing] {
  var drawings: [Drawing] = []
  for entry in operators {
    do throws(SyntaxError) {
      drawings += try Drawing.all(of: entry)
    } catch {
      throw UsageError(error, in: entry.fullName)
    }
  }
  return drawings
}

/// The arguments, sorted into options and others.
private struct Words {
  var plain: [String] = []
  var isAll = false
  var needsHelp = false
  var svg: String?
  var document: String?

  init(_ arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--":
        plain += rest
        return
      case "-h", "--help": needsHelp = true
      case "--all": isAll = true
      case "--svg": svg = try Self.value(of: word, &rest)
      case "--document": document = try Self.value(of: word, &rest)
      // A diagram may begin with dashes, but it is no single word.
      case _ where word.wholeMatch(of: /--?[a-z]{2,}(=.*)?/) != nil:
        throw UsageError(
          UsageError.unknownOption(word, of: .marbles).message + " (a diagram can follow '--')")
      default: plain.append(word)
      }
    }
  }

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> String
  {
    if let value = rest.popFirst(), !value.isEmpty { return value }
    throw UsageError("\(option) needs a path; see 'signalbox marbles --help'")
  }
}
