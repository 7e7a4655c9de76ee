import Signals
import SignalsMarbles

extension Catalogue {
  static let joins: [Operator] = [
    Operator(
      "combineLatest", source("with"),
      does: "Pairs the latest values of both streams, whenever either has a new one.",
      shown: .run("--a-----b--------|", "combineLatest(with: '----1-------2--|')"),
      apply: { $0.combineLatest(with: $1).map { Marble($0) } }),
    Operator(
      "combineLatest", sources(),
      does: "Combines the latest values of all streams into an array, whenever one has a new one.",
      shown: .run("--a-----b---------|", "combineLatest('----1--------2--|', '-c--------------|')"),
      apply: { MarbleList.combineLatest([$0] + $1) }),
    Operator(
      "zip", source("with"),
      does: "Pairs the first values of both streams, then the second ones, and so on.",
      shown: .run("--a--b-----c--|", "zip(with: '-----1--2-------3--|')"),
      apply: { $0.zip(with: $1).map { Marble($0) } }),
    Operator(
      "zip", sources(),
      does: "Gathers the first values of all streams into an array, then the second ones, and so on.",
      shown: .run("--a--b-----c-----|", "zip('----1----2----3--|', '-d--e--f---------|')"),
      apply: { MarbleList.zip([$0] + $1) }),
    Operator(
      "merge", source("with"), does: "Passes on the values of both streams as they come.",
      shown: .run("--a-----b--|", "merge(with: '----1-2------3--|')"), apply: { $0.merge(with: $1) }),
    Operator(
      "merge", sources(), does: "Passes on the values of all streams as they come.",
      shown: .run("--a-----b--|", "merge('----1-2------3--|', '-c-------d|')"),
      apply: { MarbleProducer.merge([$0] + $1) }),
    Operator(
      "and", source(),
      does: "Says whether the latest values of both streams are true, whenever either has a new one.",
      shown: .run("--t-----f--------|", "and('----f-------t--|')"), apply: { $0.truth.and($1.truth) }),
    Operator(
      "or", source(),
      does: "Says whether the latest value of either stream is true, whenever either has a new one.",
      shown: .run("--t-----f--------|", "or('----f-------t--|')"), apply: { $0.truth.or($1.truth) }),
    Operator(
      "all", sources(),
      does: "Says whether the latest values of all streams are true, whenever one has a new one.",
      shown: .run("--t-----f---------|", "all('----t--------t--|', '-t--------------|')"),
      apply: { EventStream.all(([$0] + $1).map { $0.truth }) }),
    Operator(
      "any", sources(),
      does: "Says whether the latest value of any stream is true, whenever one has a new one.",
      shown: .run("--f-----t---------|", "any('----f--------f--|', '-f--------------|')"),
      apply: { EventStream.any(([$0] + $1).map { $0.truth }) }),
    Operator(
      "withLatest", source("from"), does: "Pairs each value with the latest one of another stream.",
      shown: .run("--a-----b--c--|", "withLatest(from: '----1-----2-------')"),
      apply: { $0.withLatest(from: $1).map { Marble($0) } }),
    Operator(
      "sample", safeSource("on", "sampler"), flag("repeating", orElse: false),
      does: "Passes on the newest value whenever another stream sends one.",
      shown: .run("--a--b--------c---|", "sample(on: '----1----2--3--4----')"),
      apply: { $0.sample(on: $1, repeating: $2) }),
    Operator(
      "throttle", safeSource("while", "condition"),
      does: "Holds values back while a condition is true; the newest one is passed on when it becomes false.",
      shown: .run("--a--b--c-----d--|", "throttle(while: '---t------f-------')"),
      apply: { $0.throttle(while: $1.truth) }),
    Operator(
      "append", source(), does: "Goes on with another stream after this one has completed.",
      shown: .run("--a--b--|", "append('-1-2-|')"), apply: { $0.append($1) }),
    Operator(
      "prepend", source(),
      does: "Begins with another stream, and goes on with this one after that has completed.",
      shown: .run("--a--b--|", "prepend('-1-2-|')"), apply: { $0.prepend($1) }),
    Operator(
      "andThen", source(),
      does: "Waits for the stream to complete, ignoring its values, then goes on with another one.",
      shown: .run("--a--b--|", "andThen('-1-2-|')"), apply: { $0.andThen($1) }),
    Operator(
      "ifEmpty", source("switchTo"),
      does: "Goes on with another stream if this one completes without a value.",
      shown: .run("--------|", "ifEmpty(switchTo: '-1-2-|')"), apply: { $0.ifEmpty(switchTo: $1) }),
    Operator(
      "race", source("with"),
      does: "Passes on the stream that is the first to send an event; the other one is disposed of.",
      shown: .run("-----a--b--|", "race(with: '---1-----2--|')"), apply: { $0.race(with: $1) }),
    Operator(
      "race", sources(),
      does: "Passes on the stream that is the first to send an event; the others are disposed of.",
      shown: .run("-----a--b--|", "race('---1-----2--|', '------c-----|')"),
      apply: { MarbleProducer.race([$0] + $1) }),
    Operator(
      "prefix", safeSource("until", "trigger"),
      does: "Passes on values until another stream sends its first one, then completes.",
      shown: .run("--a--b--c--d--|", "prefix(until: '-------1-----')"), apply: { $0.prefix(until: $1) }),
    Operator(
      "prefix", safeSource("untilEndOf", "trigger"),
      does: "Passes on values until another stream ends, then completes.",
      shown: .run("--a--b--c--d--|", "prefix(untilEndOf: '---1---|')"), apply: { $0.prefix(untilEndOf: $1) }),
    Operator(
      "prefix", lifetime("during"), isHidden: true,
      does: "Passes on values until a lifetime ends, then completes.",
      shown: .run("--a--b--c--d--|", "prefix(during: 7)"), apply: { $0.prefix(during: $1) }),
    Operator(
      "prefix", source("untilReplacedBy"),
      does: "Passes on values until another stream sends its first one, then goes on with that stream.",
      shown: .run("--a--b--c--d--|", "prefix(untilReplacedBy: '-------1--2--3--|')"),
      apply: { $0.prefix(untilReplacedBy: $1) }),
    Operator(
      "drop", safeSource("until", "trigger"),
      does: "Leaves out values until another stream sends its first one.",
      shown: .run("--a--b--c--d--|", "drop(until: '-------1-----')"), apply: { $0.drop(until: $1) }),
    Operator(
      "retry", count(atLeast: 0), does: "Starts over after a failure, up to `count` further times.",
      shown: .run("--a--x", "retry(1)"), apply: { $0.retry($1) }),
    Operator(
      "retry", policy(), clock(), isHidden: true, does: "Starts over after a failure, as a policy says.",
      shown: .run("--a--x", "retry(3)", name: "policy"), apply: { $0.retry($1, on: $2) }),
    Operator(
      "retry", trigger("when"),
      does: "Starts over after a failure as soon as a stream that is made of the failure sends a value.",
      shown: .run("--a--x", "retry(when: '---1')", limit: 22), apply: { $0.retry(when: $1) }),
    Operator(
      "repeat", count(atLeast: 0), does: "Runs `count` times in all, one after the other.",
      shown: .run("--a--b--|", "repeat(2)"), apply: { $0.repeat($1) }),
    Operator(
      "repeatForever", does: "Runs again and again, until it fails or is disposed of.",
      shown: .run("--a--|", "repeatForever", limit: 18), apply: { $0.repeatForever() }),
  ]
}

private typealias MarbleList = SignalProducer<[Marble], TestFailure>
