import Signals
import SignalsMarbles

extension Catalogue {
  /// What chooses among values.
  static let choosing: [Operator] = [
    Operator(
      "filter", condition(), does: "Passes on the values that satisfy a condition.",
      shown: .run("--a--b--c--d--e--|", "filter(isVowel)"), apply: { $0.filter($1) }),
    Operator(
      "removeDuplicates", does: "Leaves out values that are equal to the one passed on before.",
      shown: .run("--a--a--b--b--a--|", "removeDuplicates"), apply: { $0.removeDuplicates() }),
    Operator(
      "removeDuplicates", relation("by"),
      does: "Leaves out values that `areEquivalent` to the one passed on before.",
      shown: .run("--1--3--4--6--|", "removeDuplicates(by: isSameParity)"),
      apply: { $0.removeDuplicates(by: $1) }),
    Operator(
      "unique", does: "Leaves out values that came before.", shown: .run("--a--b--a--c--b--|", "unique"),
      apply: { $0.unique() }),
    Operator(
      "unique", transform("by"),
      does: "Leaves out values that have the same key as one that came before.",
      shown: .run("--1--3--4--6--|", "unique(by: parity)"), apply: { $0.unique(by: $1) }),
    Operator(
      "ignoreValues", does: "Passes on the end only.", shown: .run("--a--b--c--|", "ignoreValues"),
      apply: { $0.ignoreValues() }),
    Operator(
      "prefix", count(atLeast: 0), does: "Passes on the first `count` values, then completes.",
      shown: .run("--a--b--c--d--|", "prefix(2)"), apply: { $0.prefix($1) }),
    Operator(
      "prefix", condition("while"),
      does: "Passes on values as long as they satisfy a condition, then completes.",
      shown: .run("--1--3--4--5--|", "prefix(while: isOdd)"), apply: { $0.prefix(while: $1) }),
    Operator(
      "prefix", condition("through"),
      does: "Passes on values up to and with the first that satisfies a condition, then completes.",
      shown: .run("--1--3--4--5--|", "prefix(through: isEven)"), apply: { $0.prefix(through: $1) }),
    Operator(
      "suffix", count(atLeast: 0), does: "Passes on the last `count` values, when the stream completes.",
      shown: .run("--a--b--c--|", "suffix(2)"), apply: { $0.suffix($1) }),
    Operator(
      "dropFirst", count(atLeast: 0).orElse(1), does: "Leaves out the first `count` values.",
      shown: .run("--a--b--c--d--|", "dropFirst(2)"), apply: { $0.dropFirst($1) }),
    Operator(
      "dropLast", count(atLeast: 0).orElse(1), does: "Leaves out the last `count` values.",
      shown: .run("--a--b--c--d--|", "dropLast(2)"), apply: { $0.dropLast($1) }),
    Operator(
      "drop", condition("while"),
      does: "Leaves out values as long as they satisfy a condition, then passes on all that follow.",
      shown: .run("--1--3--4--5--|", "drop(while: isOdd)"), apply: { $0.drop(while: $1) }),
    Operator(
      "first", does: "Passes on the first value, then completes.", shown: .run("--a--b--c--|", "first"),
      apply: { $0.first() }),
    Operator(
      "first", condition("where"),
      does: "Passes on the first value that satisfies a condition, then completes.",
      shown: .run("--1--3--4--5--|", "first(where: isEven)"), apply: { $0.first(where: $1) }),
    Operator(
      "last", does: "Passes on the last value, when the stream completes.",
      shown: .run("--a--b--c--|", "last"), apply: { $0.last() }),
    Operator(
      "last", condition("where"),
      does: "Passes on the last value that satisfies a condition, when the stream completes.",
      shown: .run("--1--3--4--5--|", "last(where: isEven)"), apply: { $0.last(where: $1) }),
    Operator(
      "single",
      does: "Passes on the only value, when the stream completes; fails if there is none, or more than one.",
      shown: .run("--a-----|", "single"), .run("--a--b--|", "single", name: "several"),
      apply: { $0.single().mapError { _ in TestFailure() } }),
    Operator(
      "single", condition("where"),
      does:
        "Passes on the only value that satisfies a condition, when the stream completes; fails if there is none, "
        + "or more than one.",
      shown: .run("--1--4--5--|", "single(where: isEven)"),
      apply: { $0.single(where: $1).mapError { _ in TestFailure() } }),
    Operator(
      "element", count("at", atLeast: 0),
      does: "Passes on the value at a position, counted from 0, then completes.",
      shown: .run("--a--b--c--d--|", "element(at: 2)"), apply: { $0.element(at: $1) }),
  ]
}
