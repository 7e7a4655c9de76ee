import Signals

extension Catalogue {
  /// What sums up a whole stream.
  static let summing: [Operator] = [
    Operator(
      "reduce", value(), combination(), does: "Combines all values into one result, sent at the end.",
      shown: .run("--1--2--3--|", "reduce(0, +)"), apply: { $0.reduce($1, $2) }),
    Operator(
      "reduce", value("into"), combination(),
      does: "Changes a result with each value, and sends it at the end.",
      shown: .run("--a--b--c--|", "reduce(into: z, +)"),
      apply: { source, seed, combine in source.reduce(into: seed) { $0 = combine($0, $1) } }),
    Operator(
      "collect", does: "Gathers all values into one array, sent at the end.",
      shown: .run("--a--b--c--|", "collect"), apply: { $0.collect() }),
    Operator(
      "count", does: "Counts the values, and sends their number at the end.",
      shown: .run("--a--b--c--|", "count"), apply: { $0.count() }),
    Operator(
      "min", does: "Sends the least value at the end; nothing if there was none.",
      shown: .run("--3--1--2--|", "min"), apply: { $0.min() }),
    Operator(
      "max", does: "Sends the greatest value at the end; nothing if there was none.",
      shown: .run("--1--3--2--|", "max"), apply: { $0.max() }),
    Operator(
      "contains", condition("where"),
      does: "Says whether any value satisfies a condition, as soon as that is known.",
      shown: .run("--1--3--4--5--|", "contains(where: isEven)"), apply: { $0.contains(where: $1) }),
    Operator(
      "allSatisfy", condition(),
      does: "Says whether all values satisfy a condition, as soon as that is known.",
      shown: .run("--1--3--4--5--|", "allSatisfy(isOdd)"), apply: { $0.allSatisfy($1) }),
  ]
}
