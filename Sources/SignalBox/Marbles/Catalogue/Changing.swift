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
      shown: .run("--1--'nil'--3--|", "compacted"), apply: { $0.map { $0.unlessNil }.compacted() }),
    Operator(
      "replaceNil", value("with"), does: "Passes on a value in place of each nil.",
      shown: .run("--1--'nil'--3--|", "replaceNil(with: 0)"),
      apply: { $0.map { $0.unlessNil }.replaceNil(with: $1) }),
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
      "scanMap", value(), numbering(), isHidden: true,
      does: "Makes of a state and each value the next state and what is passed on.",
      shown: .run("--a--b--c--|", "scanMap(0, number)"), apply: { $0.scanMap($1, $2) }),
    Operator(
      "scanMap", value("into"), numbering(), isHidden: true,
      does: "Changes a state with each value, and passes on what is made of both.",
      shown: .run("--a--b--c--|", "scanMap(into: 0, number)"),
      apply: { source, initial, number in
        source.scanMap(into: initial) { state, value in
          let (newState, newValue) = number(state, value)
          state = newState
          return newValue
        }
      }),
    Operator(
      "reductions", value(), combination(),
      does: "Combines each value with the result before it, and passes on every result, the seed first.",
      shown: .run("--1--2--3--|", "reductions(0, +)"), apply: { $0.reductions($1, $2) }),
    Operator(
      "pairwise", does: "Pairs each value with the one before it.",
      shown: .run("--a--b--c--|", "pairwise"), apply: { $0.pairwise().map { Marble($0) } }),
    Operator(
      "pairwise", value("initial"),
      does: "Pairs each value with the one before it, and the first one with `initial`.",
      shown: .run("--a--b--c--|", "pairwise(initial: z)"),
      apply: { $0.pairwise(initial: $1).map { Marble($0) } }),
    Operator(
      "enumerated", does: "Numbers the values, from 0.", shown: .run("--a--b--c--|", "enumerated"),
      apply: { $0.enumerated().map { Marble($0) } }),
    Operator(
      "interspersed", value("with"), does: "Puts a value between every two.",
      shown: .run("--a--b--c--|", "interspersed(with: w)"), apply: { $0.interspersed(with: $1) }),
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
      apply: { $0.chunked(on: $1).map { "\($0.key.name) \($0.values.marble.name)" } }),
    Operator(
      "materialize", does: "Makes values of all events, the end included.",
      shown: .run("--a---b---x", "materialize"), apply: { $0.materialize().canFail }),
    Operator(
      "dematerialize",
      does: "Makes events of values that describe events: the reverse of ``materialize()``.",
      shown: .run("--'next(a)'---'next(b)'---'failed'--c--|", "dematerialize"),
      apply: { source in
        source.materialize().map { event in event.value.flatMap(Event.init(named:)) ?? event }.dematerialize()
      }),
    Operator(
      "materializeResults",
      does: "Makes results of the values and of the failure, so that the stream cannot fail.",
      shown: .run("--a---b---x", "materializeResults"),
      apply: { $0.materializeResults().map { $0.marble }.canFail }),
    Operator(
      "dematerializeResults",
      does: "Makes values and a failure of results: the reverse of ``materializeResults()``.",
      shown: .run("--'success(a)'---'success(b)'---'failure'--c--|", "dematerializeResults"),
      apply: { source in source.materializeResults().map { Result($0) }.dematerializeResults() }),
    Operator(
      "negate", does: "Turns true into false and false into true.",
      shown: .run("--'true'---'false'---'true'--|", "negate"), apply: { $0.truth.negate() }),
    Operator(
      "on", effect("next"), does: "Runs side effects as events go by; the events stay as they are.",
      shown: .run("--a--b--c--|", "on(next: print)"), apply: { $0.on(next: $1) }),
    Operator(
      "after", effect("next"),
      does: "Runs side effects after events have been passed on; the events stay as they are.",
      shown: .run("--a--b--c--|", "after(next: print)"), apply: { $0.after(next: $1) }),
    Operator(
      "log", does: "Prints what goes by, with the place in the code; the events stay as they are.",
      shown: .run("--a--b--c--|", "log"), apply: { $0.logged }),
    Operator(
      "named", value(), does: "Gives the stream a name, for what is recorded of it.",
      shown: .run("--a--b--c--|", "named(s)"), apply: { $0.named($1.name) }),
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

extension Result<Marble, TestFailure> {
  /// What a marble is named after: `success(a)` or `failure`. A failure stays one.
  init(_ result: Self) {
    guard case .success(let marble) = result else { self = result; return }
    switch marble.name {
    case "failure": self = .failure(TestFailure())
    case let name where name.hasPrefix("success(") && name.hasSuffix(")"):
      self = .success(Marble(String(name.dropFirst(8).dropLast())))
    default: self = result
    }
  }

  fileprivate var marble: Marble {
    switch self {
    case .success(let marble): Marble("success(\(marble.name))")
    case .failure: Marble("failure")
    }
  }
}

extension EventStream where Value == Marble {
  /// Whether the values are called "t", "true" or "1".
  var truth: EventStream<D, Bool, Failure> { map { ["t", "true", "1"].contains($0.name) } }
}

extension EventStream where D == Pull, Value == Marble, Failure == TestFailure {
  /// Nothing is printed. Embedded Swift, which cannot name types, has no `log`.
  fileprivate var logged: MarbleProducer {
    #if hasFeature(Embedded)
      on(next: { _ in })
    #else
      log(to: { _ in })
    #endif
  }
}
