import SignalsMarbles

/// All operators of the library, with pictures that are drawn from runs.
enum Catalogue {
  static let operators: [Operator] = Part.allCases.filter { $0 != .lessons }.flatMap { $0.entries }

  /// One source, no clock.
  static let stages: [Operator] = changing + choosing + summing + ending

  /// The operators that a name may stand for: `prefix`, `prefix(while:)`, `prefix(for:on:)`.
  static func operators(named name: String) -> [Operator] {
    operators.filter { [$0.name, $0.fullName, $0.requiredName, $0.shortName].contains(name) }
  }
}

/// Where operators are at home, sorted by how many sources they have and whether time is involved.
enum Room: String, CaseIterable, Sendable {
  case creation = "Creation"
  case stages = "Stages"
  case joins = "Joins"
  case timed = "Timed"
  case sharing = "Sharing"

  private var parts: [Part] {
    switch self {
    case .creation: [.creation]
    case .stages: [.stages]
    case .joins: [.joins, .flattening]
    case .timed: [.timed]
    case .sharing: [.sharing]
    }
  }

  var operators: [Operator] { parts.flatMap { $0.entries } }

  var summary: String {
    switch self {
    case .creation: "Where streams begin."
    case .stages: "One source, no clock."
    case .joins: "Several sources."
    case .timed: "One source and a clock."
    case .sharing: "One run for many."
    }
  }
}

extension Operator {
  /// Runs an example.
  func picture(of example: Example) throws(SyntaxError) -> Picture {
    let expression = try Expression(example.expression)
    return try expression.picture(
      of: try example.input.map(MarbleDiagram.init(input:)), observers: example.observers,
      limit: example.limit, preferring: self)
  }
}

extension Catalogue {
  /// An example of an entry.
  struct Shown: Sendable {
    let number: Int
    let part: Part
    let entry: Operator
    let example: Operator.Example
  }

  /// All examples, in the order of the catalogue, then those of the lessons.
  static let examples: [Shown] = Part.allCases.flatMap { part in
    part.entries.flatMap { entry in entry.examples.map { (entry, $0) } }.enumerated().map { place, shown in
      Shown(number: part.firstNumber + place, part: part, entry: shown.0, example: shown.1)
    }
  }

  /// The example of a number; nil if there is none.
  static func example(_ number: Int) -> Shown? { examples.first { $0.number == number } }
}
