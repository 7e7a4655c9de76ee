import Signals
import SignalsMarbles

extension Catalogue {
  static let sharing: [Operator] = [
    Operator(
      "share", does: "Shares one run of the work among all current subscribers.",
      shown: .run("--a--b--c--|", "share", observers: [("1st", 0), ("2nd", 4)]), apply: { $0.share() }),
    Operator(
      "share", count("replay", atLeast: 0),
      choice(
        "scope", ["whileObserved": ShareScope.whileObserved, "forever": .forever], orElse: .whileObserved),
      does:
        "Shares one run of the work among all current subscribers, and begins with its last values for late "
        + "subscribers.",
      shown: .run("--a--b--c--|", "share(replay: 1)", observers: [("1st", 0), ("2nd", 4)]),
      .run(
        "--a--b--c--|", "share(replay: 1, scope: .forever)",
        observers: [("1st", 0), ("2nd", 4), ("late", 13)], name: "forever"),
      apply: { $0.share(replay: $1, scope: $2) }),
    Operator(
      "replayLazily", count(atLeast: 0),
      does: "Does the work once, however often it is started, and gives its last values and its end to "
        + "every observer.",
      shown: .run("--a--b--c--|", "replayLazily(2)", observers: [("1st", 0), ("2nd", 7), ("late", 13)]),
      apply: { $0.replayLazily($1) }),
    Operator(
      "multicast", moment(), isHidden: true,
      does: "Shares one run of the work that begins with `connect()`, not with the first start.",
      shown: .run("--a--b--c--|", "multicast(3)", observers: [("1st", 0), ("2nd", 6)]),
      apply: { source, connected in connectable(source, connected) }),
    Operator(
      "multicast", uses(), isHidden: true,
      does:
        "Uses one run of the work several times inside an expression: the work begins when all uses are attached.",
      shown: .run("--1--2--3--|", "multicast", name: "within"), apply: { $0.multicast($1) }),
    Operator(
      "connect", moment(), isHidden: true, does: "Begins the work.",
      shown: .run("--a--b--c--|", "connect(1)", observers: [("1st", 0), ("2nd", 0)]),
      apply: { source, connected in connectable(source, connected) }),
    Operator(
      "buffer", count(atLeast: 1),
      choice(
        "onOverflow",
        ["dropOldest": Overflow.dropOldest, "dropNewest": .dropNewest, "suspend": .suspend]),
      moment(), moment(), isHidden: true,
      does: "Holds up to `limit` values while downstream requests a pause.",
      shown: .run("--a-b-c-d-----e--|", "buffer(2, onOverflow: .dropOldest, 3, 11)"),
      .run(
        "--a-b-c-d-----e--|", "buffer(2, onOverflow: .dropNewest, 3, 11)", name: "dropNewest"),
      apply: { paused($0.buffer($1, onOverflow: $2), from: $3, to: $4) }),
    Operator(
      "stored", value("initial"),
      does: "Keeps the latest value as a property, and has `initial` until the first comes.",
      shown: .run("----a--b--|", "stored(initial: s)"),
      apply: { $0.completeOnError().stored(initial: $1).producer.canFail }),
  ]

  private static func paused(
    _ producer: MarbleProducer, from pausing: @escaping Moment, to resuming: @escaping Moment
  ) -> MarbleProducer {
    MarbleProducer { observer, lifetime in
      let start = producer.start(observer)
      lifetime += start
      pausing { start.pause() }
      resuming { start.resume() }
    }
  }

  private static func connectable(_ source: MarbleProducer, _ connected: Moment) -> MarbleProducer {
    let shared = source.multicast()
    connected { shared.connect() }
    return shared.producer
  }
}
