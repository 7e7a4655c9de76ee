import Signals
import SignalsMarbles

extension Catalogue {
  /// What changes values.
  static let changing: [Operator] = [
    Operator(
      "map", transform(), does: "Transforms each value.", shown: .run("--a--b--c--|", "map(uppercase)"),
      apply: { $0.map($1) }),
    Operator(
      "map", value("to"), does: "Passes on the same value in place of each.",
      shown: .run("--a--b--c--|", "map(to: z)"), apply: { $0.map(to: $1) }),
    Operator(
      "compactMap", transform(), does: "Transforms each value and passes on the results that are not nil.",
      shown: .run("--1--a--2--|", "compactMap(number)"),
      apply: { source, transform in source.compactMap { transform($0).unlessNil } }),
    Operator(
      "compacted", does: "Passes on the values that are not nil, unwrapped.",
      shown: .run("--1--'nil'--3--|", "compacted"), apply: { $0.map(\.unlessNil).compacted() }),
    Operator(
      "replaceNil", value("with"), does: "Passes on a value in place of each nil.",
      shown: .run("--1--'nil'--3--|", "replaceNil(with: 0)"),
      apply: { $0.map(\.unlessNil).replaceNil(with: $1) }),
    Operator(
      "attemptMap", transform(), does: "Transforms each value, or fails.",
      shown: .run("--1--2--a--3--|", "attemptMap(number)"),
      apply: { source, transform in
        source.attemptMap { marble -> Result<Marble, TestFailure> in
          transform(marble).unlessNil.map { .success($0) } ?? .failure(TestFailure())
        }
      }),
    Operator(
      "scan", value(), combination(),
      does: "Combines each value with the result before it, and passes on every result but the seed.",
      shown: .run("--1--2--3--|", "scan(0, +)"), apply: { $0.scan($1, $2) }),
    Operator(
      "scan", value("into"), combination(),
      does: "Changes a result with each value, and passes it on each time.",
      shown: .run("--a--b--c--|", "scan(into: z, +)"),
      apply: { source, seed, combine in source.scan(into: seed) { $0 = combine($0, $1) } }),
    Operator(
      "reductions", value(), combination(),
      does: "Combines each value with the result before it, and passes on every result, the seed first.",
      shown: .run("--1--2--3--|", "reductions(0, +)"), apply: { $0.reductions($1, $2) }),
    Operator(
      "pairwise", does: "Pairs each value with the one before it.",
      shown: .run("--a--b--c--|", "pairwise"), apply: { $0.pairwise() }),
    Operator(
      "enumerated", does: "Numbers the values, from 0.", shown: .run("--a--b--c--|", "enumerated"),
      apply: { $0.enumerated() }),
    Operator(
      "interspersed", value("with"), does: "Puts a value between every two.",
      shown: .run("--a--b--c--|", "interspersed(with: z)"), apply: { $0.interspersed(with: $1) }),
    Operator(
      "chunks", count("ofCount", atLeast: 1), does: "Gathers values into arrays of `count`.",
      shown: .run("--a--b--c--|", "chunks(ofCount: 2)"), apply: { $0.chunks(ofCount: $1) }),
    Operator(
      "chunks", count("ofCount", atLeast: 1), count("step", atLeast: 1),
      does: "Passes on arrays of the last `count` values, one after every `step` values.",
      shown: .run("--a--b--c--d--|", "chunks(ofCount: 2, step: 1)"),
      apply: { $0.chunks(ofCount: $1, step: $2) }),
    Operator(
      "chunked", relation("by"), does: "Gathers neighbouring values that belong together.",
      shown: .run("--1--4--2--3--|", "chunked(by: isRising)"), apply: { $0.chunked(by: $1) }),
    Operator(
      "chunked", transform("on"), does: "Gathers neighbouring values that have the same key.",
      shown: .run("--1--3--4--6--|", "chunked(on: parity)"),
      apply: { $0.chunked(on: $1).map { "\($0.key) \($0.values)" } }),
    Operator(
      "materialize", does: "Makes values of all events, the end included.",
      shown: .run("--a---b---x", "materialize"), apply: { $0.materialize().canFail }),
    Operator(
      "dematerialize",
      does: "Makes events of values that say what the events are: the reverse of ``materialize()``.",
      shown: .run("--'next(a)'---'next(b)'---'failed'--c--|", "dematerialize"),
      apply: { source in
        source.materialize().map { event in event.value.flatMap(Event.init(named:)) ?? event }.dematerialize()
      }),
    Operator(
      "on", effect("next"), does: "Runs side effects as events go by; the events stay as they are.",
      shown: .run("--a--b--c--|", "on(next: print)"), apply: { $0.on(next: $1) }),
    Operator(
      "log", does: "Prints what goes by, with the place in the code; the events stay as they are.",
      shown: .run("--a--b--c--|", "log"), apply: { $0.log(to: { _ in }) }),
  ]

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
      "element", count("at", atLeast: 0),
      does: "Passes on the value at a position, counted from 0, then completes.",
      shown: .run("--a--b--c--d--|", "element(at: 2)"), apply: { $0.element(at: $1) }),
  ]

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

  /// What is about ends and failures.
  static let ending: [Operator] = [
    Operator(
      "replaceEmpty", value("with"), does: "Sends a value if the stream completes without one.",
      shown: .run("--------|", "replaceEmpty(with: z)"), apply: { $0.replaceEmpty(with: $1) }),
    Operator(
      "replaceError", value("with"), does: "Sends a value and completes instead of failing.",
      shown: .run("--a--b--x", "replaceError(with: z)"), apply: { $0.replaceError(with: $1).canFail }),
    Operator(
      "completeOnError", does: "Completes instead of failing.",
      shown: .run("--a--b--x", "completeOnError"), apply: { $0.completeOnError().canFail }),
    Operator(
      "mapError", explanation(), does: "Transforms the failure.",
      shown: .run("--a--b--x", "mapError(explain)"),
      apply: { $0.mapError($1) }),
    Operator(
      "setFailureType", type("to"), isHidden: true,
      does: "Gives a stream that cannot fail a failure type, so that it fits where one is expected.",
      shown: .run("--a--b--c--|", "setFailureType"),
      apply: { $0.completeOnError().setFailureType(to: $1) }),
    Operator(
      "assertNoFailure", isHidden: true,
      does: "Stops the program when the stream fails: for failures that cannot happen.",
      shown: .run("--a--b--c--|", "assertNoFailure"), apply: { $0.assertNoFailure().canFail }),
  ]
}

extension Event<Marble, TestFailure> {
  /// The event that a marble is named after: `next(a)`, `failed`, `completed`, `interrupted`.
  init?(named marble: Marble) {
    switch marble.name {
    case "failed": self = .failed(TestFailure())
    case "completed": self = .completed
    case "interrupted": self = .interrupted
    case let name where name.hasPrefix("next(") && name.hasSuffix(")"):
      self = .next(Marble(String(name.dropFirst(5).dropLast())))
    default: return nil
    }
  }
}
