import Signals
import SignalsMarbles

extension Catalogue {
  /// What makes streams, and one stream of many.
  static let flattening: [Operator] = [
    Operator(
      "flatMap", strategy(), streams(),
      does: "Makes a stream from each value and passes on the values of those streams.",
      shown: .run("-a----b-----|", "flatMap(.merge, '-1--2--3|')", name: "merge"),
      .run("-a--b-----|", "flatMap(.concat, '-1-2|')", name: "concat"),
      .run("-a-b-c-----|", "flatMap(.concurrent(limit: 2), '-1--2|')", name: "concurrent"),
      .run("-a----b-----|", "flatMap(.latest, '-1--2--3|')", name: "latest"),
      .run("-a--b---c----|", "flatMap(.exhaust, '-1--2|')", name: "exhaust"),
      .run("-a-b-c-----|", "flatMap(.conflate, '-1--2|')", name: "conflate"),
      .run("-a-b------|", "flatMap(.race, '---1--2|')", name: "race"), apply: { $0.flatMap($1, $2) }),
    Operator(
      "flatten", strategy(), streams().optional.forPicture, kind: .joining,
      does: "Passes on the values of the streams that a stream sends.",
      shown: .run("-a----b-----|", "flatten(.latest, '-1--2--3|')"),
      apply: { source, strategy, inner in
        source.map { inner?($0) ?? $0.stream ?? .empty }.flatten(strategy)
      }),
    Operator(
      "catch", replacement(), does: "Goes on with another stream after a failure.",
      shown: .run("--a--b--x", "catch('-1-2-|')"),
      apply: { source, other in source.catch { _ in other } }),
    Operator(
      "grouped", transform("by"), count("limit", atLeast: 1).orElse(1024), kind: .splitting,
      does: "Splits a stream into one group per key.",
      shown: .run("--1--2--3--5--4--|", "grouped(by: parity)"),
      apply: { $0.grouped(by: $1, limit: $2).map { Marble($0.key.name, stream: $0.values) } }),
    Operator(
      "windows", count("ofCount", atLeast: 1), kind: .splitting,
      does: "Splits a stream into windows of `count` values each.",
      shown: .run("--a--b--c--d--e--|", "windows(ofCount: 2)"), apply: { $0.windows(ofCount: $1).numbered }),
    Operator(
      "windows", seconds("every", atLeast: 1), clock(), kind: .splitting,
      does: "Splits a stream into windows that last for an interval each.",
      shown: .run("--a--b--c--d--|", "windows(every: 6)"), apply: { $0.windows(every: $1, on: $2).numbered }),
    Operator(
      "windows", seconds("every", atLeast: 1), count("orCount", atLeast: 1), clock(), kind: .splitting,
      does:
        "Splits a stream into windows that last for an interval each, or until they have sent `count` values.",
      shown: .run("--a-b-c-------d--|", "windows(every: 6, orCount: 2)"),
      apply: { $0.windows(every: $1, orCount: $2, on: $3).numbered }),
    Operator(
      "windows", seconds("lasting", atLeast: 1), seconds("every", atLeast: 1), clock(), kind: .splitting,
      does:
        "Splits a stream into windows that begin at regular intervals and last for a while each: they overlap, or "
        + "leave gaps.",
      shown: .run("--a--b--c--|", "windows(lasting: 6, every: 4)"),
      apply: { $0.windows(lasting: $1, every: $2, on: $3).numbered }),
    Operator(
      "windows", safeSource("boundedBy", "boundary"), kind: .splitting,
      does: "Splits a stream into windows; another stream says where one ends.",
      shown: .run("--a-b------c-d--|", "windows(boundedBy: '------1--2---------')"),
      apply: { $0.windows(boundedBy: $1).numbered }),
  ]
}

extension EventStream where D == Pull, Value == SignalProducer<Marble, TestFailure>, Failure == TestFailure {
  /// The streams, named after their places.
  fileprivate var numbered: MarbleProducer {
    let names = ["1st", "2nd", "3rd"]
    return enumerated().map { index, stream in
      Marble(index < names.count ? names[index] : "\(index + 1)th", stream: stream)
    }
  }
}
