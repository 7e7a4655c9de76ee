import SignalsMarbles

/// All operators of the library, with pictures that are drawn from runs.
enum Catalogue {
  static let operators: [Operator] = Room.allCases.flatMap { $0.operators }

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

  var operators: [Operator] {
    switch self {
    case .creation: Catalogue.creation
    case .stages: Catalogue.changing + Catalogue.choosing + Catalogue.summing + Catalogue.ending
    case .joins: Catalogue.joins + Catalogue.flattening
    case .timed: Catalogue.timed
    case .sharing: Catalogue.sharing
    }
  }

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
  /// All examples, in the order of the catalogue, then those of the lessons: their places are their numbers.
  static let examples: [(entry: Operator, example: Operator.Example)] = (operators + lessons).flatMap {
    entry in
    entry.examples.map { (entry, $0) }
  }

  /// The example of a number; nil if there is none.
  static func example(_ number: Int) -> (entry: Operator, example: Operator.Example)? {
    examples.indices.contains(number) ? examples[number] : nil
  }
}
