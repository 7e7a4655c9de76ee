import Signals
import SignalsMarbles

extension Catalogue {
  static let timed: [Operator] = [
    Operator(
      "delay", seconds(), clock(), does: "Passes on values and completion later.",
      shown: .run("--a--b--c--|", "delay(2)"), apply: { $0.delay($1, on: $2) }),
    Operator(
      "delayStart", seconds(), clock(), does: "Begins the work later.",
      shown: .run("--a--b--c--|", "delayStart(3)"), apply: { $0.delayStart($1, on: $2) }),
    Operator(
      "debounce", seconds("for"), clock(),
      choice("onCompletion", ["flush": PendingValue.flush, "drop": .drop], orElse: .flush),
      does: "Passes on a value when no other has followed for a while.",
      shown: .run("--a-b-c--------d--|", "debounce(for: 3)"),
      apply: { $0.debounce(for: $1, on: $2, onCompletion: $3) }),
    Operator(
      "throttle", seconds("for"), flag("leading", orElse: true), flag("trailing", orElse: true), clock(),
      does: "Passes on at most one value per interval.",
      shown: .run("--a-b-c--------d-e--|", "throttle(for: 5)"),
      apply: { source, interval, leading, trailing, clock throws(Refusal) in
        if !leading, !trailing { throw Refusal.together("leading or trailing has to be true") }
        return source.throttle(for: interval, leading: leading, trailing: trailing, on: clock)
      }),
    Operator(
      "sample", seconds("every", atLeast: 1), clock(),
      does: "Passes on the newest value at regular intervals, if there is a new one.",
      shown: .run("--a-b-c--------d---|", "sample(every: 5)"), apply: { $0.sample(every: $1, on: $2) }),
    Operator(
      "chunks", seconds("every", atLeast: 1), count("upTo", atLeast: 1).orElse(65_536),
      flag("includesEmpty", orElse: false), clock(),
      does: "Gathers values into arrays, one per interval.",
      shown: .run("--a-b-----c--|", "chunks(every: 5)"),
      apply: { $0.chunks(every: $1, upTo: $2, includesEmpty: $3, on: $4) }),
    Operator(
      "chunks", count("ofCount", atLeast: 1), seconds("orEvery", atLeast: 1), clock(),
      does: "Gathers values into arrays of up to `count`, waiting for no longer than an interval.",
      shown: .run("--a-b-c-----d--------|", "chunks(ofCount: 2, orEvery: 4)"),
      apply: { $0.chunks(ofCount: $1, orEvery: $2, on: $3) }),
    Operator(
      "chunks", safeSource("boundedBy", "boundary"), count("upTo", atLeast: 1).orElse(65_536),
      flag("includesEmpty", orElse: false),
      does: "Gathers values into arrays; another stream says where one ends.",
      shown: .run("--a-b------c-d--|", "chunks(boundedBy: '------1--2---------')"),
      apply: { $0.chunks(boundedBy: $1, upTo: $2, includesEmpty: $3) }),
    Operator(
      "prefix", seconds("for"), clock(), does: "Passes on values for a while, then completes.",
      shown: .run("--a--b--c--d--|", "prefix(for: 7)"), apply: { $0.prefix(for: $1, on: $2) }),
    Operator(
      "drop", seconds("for"), clock(), does: "Leaves out values for a while.",
      shown: .run("--a--b--c--d--|", "drop(for: 7)"), apply: { $0.drop(for: $1, on: $2) }),
    Operator(
      "timeout", timeoutScope(), seconds(), failure("failingWith"), clock(),
      does: "Fails when a stream takes too long.",
      shown: .run("--a--b--------c--|", "timeout(.betweenValues, 4, failingWith: x)"),
      apply: { $0.timeout($1, $2, failingWith: $3, on: $4) }),
    Operator(
      "timeout", timeoutScope(), seconds(), source("switchingTo"), clock(),
      does: "Goes on with another stream when this one takes too long.",
      shown: .run("--a--b--------c--|", "timeout(.betweenValues, 4, switchingTo: '-1-2-|')"),
      apply: { $0.timeout($1, $2, switchingTo: $3, on: $4) }),
    Operator(
      "timestamped", clock(), does: "Passes on the time of the scheduler with each value.",
      shown: .run("--a------b------|", "timestamped"),
      apply: { $0.timestamped(on: $1).map { "\($0.time.components.seconds)s \($0.value.name)" } }),
    Operator(
      "measureInterval", clock(),
      does: "Passes on the time since the value before it with each value; the first one since the start.",
      shown: .run("--a------b------|", "measureInterval"),
      apply: { $0.measureInterval(on: $1).map { "\($0.interval.components.seconds)s \($0.value.name)" } }),
    Operator(
      "limited", limiter("by", waiting: 1024), isHidden: true,
      does: "Begins the work when a limiter has a place for it.",
      shown: .run("--a--b|", "limited(by: 1)", observers: [("1st", 0), ("2nd", 2), ("3rd", 4)]),
      apply: { $0.limited(by: $1) }),
    Operator(
      "limited", limiter("by", waiting: 0), failure("failingWith"), isHidden: true,
      does: "Begins the work when a limiter has a place for it, and fails when the limiter refuses it.",
      shown: .run("--a--b|", "limited(by: 1, failingWith: x)", observers: [("1st", 0), ("2nd", 2)]),
      apply: { $0.limited(by: $1, failingWith: $2) }),
    Operator(
      "receive", clock(), does: "Passes on events on a scheduler.",
      shown: .run("--a--b--c--|", "receive"), apply: { $0.receive(on: $1) }),
    Operator(
      "start", clock(), does: "Begins the work on a scheduler.", shown: .run("--a--b--c--|", "start"),
      apply: { $0.start(on: $1) }),
  ]
}
