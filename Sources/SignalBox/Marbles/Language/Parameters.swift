import Signals
import SignalsMarbles

// The kinds of parameters that operators have. The largest number is small: a picture has few steps. They are not inlined: a page
// would have each of them for each operator.

@inline(never) func count(_ label: String? = nil, atLeast least: Int) -> Parameter<Int> {
  Parameter(label, "COUNT") { literal, _ throws(SyntaxError) in
    let number = try literal.number("a count", atLeast: least)
    return (number, "\(number)")
  }
}

@inline(never) func seconds(_ label: String? = nil, atLeast least: Int = 0) -> Parameter<Duration> {
  Parameter(label, "SECONDS") { literal, _ throws(SyntaxError) in
    let number = try literal.number("a number of seconds", atLeast: least)
    return (.seconds(number), ".seconds(\(number))")
  }
}

/// The clock of the runner, which the user does not write.
@inline(never) func clock(_ label: String = "on") -> Parameter<TestScheduler> {
  Parameter(label, nil, count: 0...0) { _, runner in (runner.clock, "clock") }
}

@inline(never) func value(_ label: String? = nil) -> Parameter<Marble> {
  Parameter(label, "VALUE") { literal, _ throws(SyntaxError) in
    let marble = try literal.marble()
    return (marble, marble.name)
  }
}

@inline(never) func values(_ label: String? = nil) -> Parameter<[Marble]> {
  Parameter(label, "VALUE, …", count: 1...20) { literals, _ throws(SyntaxError) in
    var marbles: [Marble] = []
    for literal in literals { marbles.append(try literal.marble()) }
    return (marbles, marbles.map { $0.name }.joined(separator: ", "))
  }
}

/// The elements of a sequence.
@inline(never) func elements(_ label: String) -> Parameter<[Marble]> {
  Parameter(label, "VALUE, …", count: 1...20) { literals, runner throws(SyntaxError) in
    let (marbles, code) = try values().read(literals, runner)
    return (marbles, "[\(code ?? "")]")
  }
}

@inline(never) func flag(_ label: String, orElse fallback: Bool) -> Parameter<Bool> {
  Parameter(label, "BOOL") { literal, _ throws(SyntaxError) in
    switch literal.kind {
    case .word("true"): (true, "true")
    case .word("false"): (false, "false")
    default: throw SyntaxError("expected true or false here", at: literal.position)
    }
  }.orElse(fallback)
}

// MARK: - Functions

@inline(never) func transform(_ label: String? = nil) -> Parameter<Functions.Transform> {
  function(label, "FUNCTION", "a function", Functions.transforms)
}

@inline(never) func relation(_ label: String? = nil) -> Parameter<Functions.Relation> {
  function(label, "RELATION", "a relation", Functions.relations)
}

@inline(never) func combination(_ label: String? = nil) -> Parameter<Functions.Combination> {
  function(label, "COMBINATION", "a combination", Functions.combinations)
}

@inline(never) func condition(_ label: String? = nil) -> Parameter<Functions.Condition> {
  Parameter(label, "CONDITION") { literal, _ throws(SyntaxError) in
    if case .not(let name) = literal.kind {
      let holds = try literal.function(name, "a condition", Functions.conditions)
      return ({ !holds($0) }, "{ !\(name)($0) }")
    }
    let (name, holds) = try literal.function("a condition", Functions.conditions)
    return (holds, name)
  }
}

private func function<Body: Sendable>(
  _ label: String?, _ placeholder: String, _ what: String, _ known: KeyValuePairs<String, Body>
) -> Parameter<Body> {
  Parameter(label, placeholder) { literal, _ throws(SyntaxError) in
    let (name, body) = try literal.function(what, known)
    return (body, name)
  }
}

// MARK: - Streams

/// Another stream, called `name` in the picture.
@inline(never) func source(_ label: String? = nil, _ name: String = "other") -> Parameter<MarbleProducer> {
  Parameter(label, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let name = runner.unusedName(name)
    return (try runner.source(name, literal), name)
  }
}

/// Another stream that cannot fail.
@inline(never) func safeSource(_ label: String?, _ name: String) -> Parameter<SignalProducer<Marble, Never>> {
  Parameter(label, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let diagram = try literal.diagram()
    if let position = diagram.firstFailure(in: literal.text) {
      throw SyntaxError(
        "this stream cannot fail, so no x can stand in it", at: literal.position + 1 + position)
    }
    let name = runner.unusedName(name)
    return (runner.source(name, diagram, at: literal.position).completeOnError(), name)
  }
}

@inline(never) func sources(_ label: String? = nil) -> Parameter<[MarbleProducer]> {
  Parameter(label, "DIAGRAM, …", count: 1...5) { literals, runner throws(SyntaxError) in
    var streams: [MarbleProducer] = []
    var names = ["in"]
    for literal in literals {
      names.append(runner.unusedName("other"))
      streams.append(try runner.source(names.last!, literal))
    }
    return (streams, "[\(names.joined(separator: ", "))]")
  }
}

/// A stream for each value.
@inline(never) func streams(_ label: String? = nil) -> Parameter<@Sendable (Marble) -> MarbleProducer> {
  Parameter(label, "DIAGRAM") { literal, runner throws(SyntaxError) in
    let name = runner.unusedName("inner")
    return (try runner.template(name, literal), "{ \(name)(of: $0) }")
  }
}

@inline(never) func strategy() -> Parameter<FlattenStrategy> {
  var parameter = Parameter<FlattenStrategy>(nil, "STRATEGY") { literal, _ throws(SyntaxError) in
    switch literal.kind {
    case .choice("merge", nil): return (.merge, ".merge")
    case .choice("concat", nil): return (.concat, ".concat")
    case .choice("latest", nil): return (.latest, ".latest")
    case .choice("exhaust", nil): return (.exhaust, ".exhaust")
    case .choice("conflate", nil): return (.conflate, ".conflate")
    case .choice("race", nil): return (.race, ".race")
    case .choice("concurrent", let limit?) where (1...99).contains(limit):
      return (.concurrent(limit: limit), ".concurrent(limit: \(limit))")
    default:
      throw SyntaxError(
        "expected .merge, .concat, .concurrent(limit: 2), .latest, .exhaust, .conflate or .race",
        at: literal.position)
    }
  }
  parameter.takesChoice = true
  return parameter.orElse(.merge)
}

@inline(never) func choice<Value>(_ label: String, _ known: KeyValuePairs<String, Value>) -> Parameter<Value>
{
  Parameter(label, known.map { ".\($0.key)" }.joined(separator: " | ")) { literal, _ throws(SyntaxError) in
    if case .choice(let name, nil) = literal.kind, let value = known.first(named: name) {
      return (value, ".\(name)")
    }
    let names = known.map { ".\($0.key)" }.joined(separator: " or ")
    throw SyntaxError("expected \(names)", at: literal.position)
  }
}

@inline(never) func choice<Value>(
  _ label: String, _ known: KeyValuePairs<String, Value>, orElse fallback: Value
)
  -> Parameter<Value>
{
  choice(label, known).orElse(fallback)
}
