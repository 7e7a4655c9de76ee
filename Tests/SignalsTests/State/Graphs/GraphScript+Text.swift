extension GraphScript {
  /// The script as Swift code, up to the step that went wrong.
  func code(upTo step: Int) -> String {
    var lines = properties.enumerated().map { "let p\($0) = \($1.code)" }
    if properties.contains(where: { if case .computed = $0 { true } else { false } }) {
      lines.insert(contentsOf: Self.walk, at: 0)
    }
    if properties.contains(where: { if case .inTransaction = $0 { true } else { false } }) {
      lines.insert(contentsOf: Self.inTransaction, at: 0)
    }
    for act in steps.prefix(step + 1) { lines += act.lines }
    return lines.joined(separator: "\n")
  }

  private static let walk = [
    "@Sendable func walk(_ all: [Property<Int>]) -> Int {", "  var (sum, next) = (0, 0)",
    "  while next < all.count {", "    let value = all[next].value", "    sum = (sum * 3 + value) % 7",
    "    next += 1 + value % 3", "  }", "  return sum", "}",
  ]

  private static let inTransaction = [
    "func inTransaction(_ source: Property<Int>) -> Property<Int> {", "  let own = MutableProperty(1)",
    "  let sum = Property { own.value + source.value }", "  return Property {", "    transaction {",
    "      own.value = 1", "      return (source.value + sum.value) % 5", "    }", "  }", "}",
  ]
}

extension GraphScript.Kind {
  fileprivate var code: String {
    func list(_ sources: [Int]) -> String { "[\(sources.map { "p\($0).readOnly" }.joined(separator: ", "))]" }
    return switch self {
    case .stored(let value): "MutableProperty(\(value))"
    case .incomparable(let value):
      "MutableProperty(node: PropertyNode(\(value), .place(\"incomparable\", 0), areEqual: nil))"
    case .mapped(let source): "p\(source).map { ($0 * 3 + 1) % 5 }"
    case .distinct(let source): "p\(source).removeDuplicates()"
    case .both(let one, let other): "p\(one).combineLatest(with: p\(other)).map { ($0 + 2 * $1) % 6 }"
    case .all(let sources): "Property<[Int]>.combineLatest(\(list(sources))).map { $0.reduce(0, +) % 7 }"
    case .inTransaction(let source): "inTransaction(p\(source).readOnly)"
    case .computed(let sources): "Property { walk(\(list(sources))) }"
    case .flat(let outer, let inner):
      "p\(outer).flatMap { \(list(inner))[$0 % \(inner.count)] }"
    }
  }
}

extension GraphScript.Act {
  fileprivate var lines: [String] {
    switch self {
    case .set(let index, let value): return ["p\(index).value = \(value)"]
    case .read(let index): return ["print(p\(index).value)"]
    case .transaction(let acts):
      return ["transaction {"] + acts.flatMap(\.lines).map { "  \($0)" } + ["}"]
    case .dispose(let name): return ["o\(name).dispose()"]
    case .observe(let index, let name, let isSignal, let reaction):
      let stream = isSignal ? "signal.observeValues" : "producer.startWithValues"
      let head = "let o\(name) = p\(index).\(stream) {"
      guard let reaction else { return ["\(head) print(\"o\(name)\", $0) }"] }
      return ["\(head) print(\"o\(name)\", $0)", "  // at value number \(reaction.count):"]
        + reaction.acts.flatMap(\.lines).map { "  \($0)" } + ["}"]
    }
  }
}
