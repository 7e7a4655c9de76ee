import Testing

@testable import SignalBox

@Suite struct TroubleTests {
  private var model = InspectorModel()
  private var time = 1_000_000.0

  /// Takes lines, then a sample so many milliseconds later.
  private mutating func pass(_ milliseconds: Double, _ lines: InspectorLine...) {
    time += milliseconds
    model.take(.sample(InspectorLine.Sample(sample: 1, time: time)))
    for line in lines { model.take(line) }
    model.take(.end)
  }

  private var sentences: [String] { model.troubles.map { "\($0.kind.rawValue): \($0.sentence)" } }

  @Test mutating func namesALongPause() {
    let row = SubscriptionRow(
      number: 1, kind: "terminal", place: "Feed/Log.swift:7", name: "log", state: "paused", since: time,
      values: 5)
    pass(4_900, .subscriptions([row]))
    #expect(sentences == [])
    pass(200)
    #expect(sentences == ["paused: paused for 5.1 s, its observer requests it: log  Feed/Log.swift:7"])
    let holder = HolderRow(
      number: 1, subscription: 1, kind: "receive(on:)", waits: 1024, limit: 1024, paused: true)
    pass(0, .holders([holder], gone: []))
    #expect(sentences == ["paused: paused for 5.1 s, receive(on:) holds 1,024: log  Feed/Log.swift:7"])
    pass(1_000, .subscriptions([SubscriptionRow(number: 1, state: "running", since: time)]))
    #expect(sentences == [])
  }

  @Test mutating func namesAQueueThatGrows() {
    for round in 0..<5 {
      let waits = [100, 300, 500, 700, 700][round]
      pass(
        1_000,
        .holders([HolderRow(number: 1, kind: "actor", place: "Feed/UI.swift:3", waits: waits)], gone: []))
      #expect(
        sentences
          == (round == 3 ? ["queue growing: 700 wait, and more every second: actor of Feed/UI.swift:3"] : []))
    }
  }

  @Test mutating func namesWhatDropsValues() {
    for dropped in [5, 5, 17] {
      let row = HolderRow(
        number: 1, kind: "buffer(10, .dropOldest)", place: "Feed/Main.swift:12", dropped: dropped)
      pass(1_000, .holders([row], gone: []))
    }
    #expect(sentences == ["dropping: drops values, 12 in 2 s: buffer(10, .dropOldest) of Feed/Main.swift:12"])
    // Not for ever.
    for _ in 0..<12 { pass(1_000) }
    #expect(sentences == [])
  }

  @Test mutating func namesAPlaceWhoseSubscriptionsGrow() {
    var number = 0
    func row() -> SubscriptionRow {
      number += 1
      return SubscriptionRow(number: number, kind: "inner", place: "Feed/Row.swift:5", state: "running")
    }
    for _ in 0..<4 { pass(1_000, .subscriptions((0..<10).map { _ in row() })) }
    #expect(sentences == ["growing: has 40 subscriptions, 30 more than 3 s ago: Feed/Row.swift:5"])
    // Some come and go: that is no leak.
    pass(
      1_000, .subscriptions((1...15).map { SubscriptionRow(number: $0, state: "ended", end: "completed") }))
    #expect(sentences == [])
  }

  @Test mutating func namesWhatFailsAgainAndAgain() {
    func failure(_ number: Int) -> FailureRow {
      FailureRow(
        number: number, time: time, subscription: number, type: "RequestError",
        trail: ["inner retry of Int: Feed/Net.swift:9", "terminal of Int: Feed/Main.swift:12"])
    }
    pass(100, .failures([failure(1)]))
    pass(100, .failures([failure(2)]))
    #expect(sentences == [])
    pass(100, .failures([failure(3)]))
    #expect(
      sentences == [
        "failing: fails again and again, 3 times in 10 s: RequestError of terminal of Int: Feed/Main.swift:12"
      ])
    pass(20_000)
    #expect(sentences == [])
  }

  @Test mutating func namesWhatStartsAnewAllTheTime() {
    var number = 0
    for _ in 0..<4 {
      let rows = (0..<200).map { index in
        SubscriptionRow(
          number: number + index + 1, kind: "inner", place: "Feed/Net.swift:9", state: "ended", end: "failed")
      }
      number += 200
      pass(1_000, .subscriptions(rows))
    }
    #expect(sentences == ["spinning: starts anew 200 times in a second: Feed/Net.swift:9"])
  }

  @Test mutating func namesWhatNeverSends() {
    let rows = ["terminal", "inner", "property"].enumerated().map { index, kind in
      SubscriptionRow(
        number: index + 1, kind: kind, place: "Feed/Main.swift:12", state: "running", since: time, values: 0)
    }
    pass(9_900, .subscriptions(rows))
    #expect(sentences == [])
    pass(200)
    #expect(sentences == ["never a value: no value in 10.1 s: Feed/Main.swift:12"])
    pass(200, .subscriptions([SubscriptionRow(number: 1, values: 1)]))
    #expect(sentences == [])
  }

  @Test mutating func namesAPlaceOnce() {
    let rows = (1...1000).map { number in
      SubscriptionRow(
        number: number, kind: "terminal", place: "Feed/Row.swift:5",
        state: number % 2 == 0 ? "paused" : "running",
        since: time - Double(number), values: 0)
    }
    pass(20_000, .subscriptions(rows))
    #expect(
      sentences == [
        "paused: paused for 21.0 s, its observer requests it: Feed/Row.swift:5, and 499 more there",
        "never a value: no value in 21.0 s: Feed/Row.swift:5, and 499 more there",
      ])
  }

  @Test mutating func namesWhatIsDisposedOfTooEarly() {
    let begin = time
    func started(_ number: Int) -> SubscriptionRow {
      SubscriptionRow(
        number: number, kind: "terminal", place: "Feed/A.swift:\(number)", state: "running", since: begin,
        values: 0)
    }
    func ended(_ number: Int, _ end: String, after: Double) -> SubscriptionRow {
      SubscriptionRow(number: number, state: "ended", since: begin + after, end: end)
    }
    pass(100, .subscriptions((1...4).map(started)))
    pass(
      3_000,
      .subscriptions([
        ended(1, "released", after: 4), ended(2, "completed", after: 4),
        ended(3, "interrupted", after: 2_000),
        // Began and ended between two samples.
        SubscriptionRow(
          number: 5, kind: "terminal", place: "Feed/A.swift:5", state: "ended", since: begin + 50,
          end: "interrupted", values: 0),
      ]))
    #expect(
      sentences == [
        "left early: disposed of before a value came, right after the start: Feed/A.swift:5",
        "left early: let go of before a value came, right after the start: Feed/A.swift:1",
      ])
  }

  @Test mutating func namesWhereValuesHaveStopped() {
    let terminal = SubscriptionRow(
      number: 1, kind: "terminal", place: "Feed/Main.swift:12", state: "running", since: time, values: 0)
    func below(_ number: Int, _ kind: String, _ name: String, _ values: Int) -> SubscriptionRow {
      SubscriptionRow(
        number: number, parent: 1, kind: kind, name: name, type: "Int", state: "running", since: time,
        values: values)
    }
    pass(10_100, .subscriptions([terminal, below(2, "inner", "combineLatest", 3)]))
    #expect(
      sentences == [
        "never a value: no value in 10.1 s, although combineLatest has sent 3 values: Feed/Main.swift:12"
      ])
    pass(0, .subscriptions([below(3, "inner", "combineLatest", 0)]))
    #expect(
      sentences == [
        "never a value: no value in 10.1 s, and none for combineLatest of Int: Feed/Main.swift:12"
      ])
    pass(0, .holders([HolderRow(number: 1, subscription: 1, kind: "flatMap", waits: 4)], gone: []))
    #expect(
      sentences == ["never a value: no value in 10.1 s, while flatMap holds 4: Feed/Main.swift:12"])
  }

  @Test mutating func namesAPropertyThatIsNotObserved() {
    let row = SubscriptionRow(
      number: 1, kind: "property", place: "Feed/State.swift:3", name: "count", state: "unread", values: 9,
      last: time)
    pass(100, .subscriptions([row]))
    #expect(sentences == [])
    pass(100, .subscriptions([SubscriptionRow(number: 1, values: 10, last: time)]))
    #expect(
      sentences == [
        "never observed: has changed 10 times, and nothing observes or reads it: count  Feed/State.swift:3"
      ])
    pass(100, .subscriptions([SubscriptionRow(number: 1, state: "running")]))
    #expect(sentences == [])
    pass(100, .subscriptions([SubscriptionRow(number: 1, state: "unread")]))
    #expect(sentences.count == 1)
    // It has not changed for a while.
    pass(20_000)
    #expect(sentences == [])
  }

  @Test mutating func propertiesAreNoSubscriptionsOfAPlace() {
    for round in 0..<4 {
      let rows = (1...10).map { index in
        SubscriptionRow(
          number: 10 * round + index, kind: "property", place: "Feed/Row.swift:5", state: "running")
      }
      pass(1_000, .subscriptions(rows))
    }
    #expect(sentences == [] && model.places.isEmpty)
  }

  @Test mutating func namesWhatRunsTwice() {
    func rows(_ first: Int, _ place: String) -> [SubscriptionRow] {
      [
        SubscriptionRow(number: first, kind: "terminal", place: place, state: "running", values: 1),
        SubscriptionRow(
          number: first + 1, parent: first, kind: "named", place: "Feed/Net.swift:9", name: "load",
          drive: "pulled", state: "running"),
      ]
    }
    pass(100, .subscriptions(rows(1, "Feed/A.swift:1") + rows(3, "Feed/A.swift:1")))
    // A screen that is there twice.
    #expect(sentences == [])
    pass(100, .subscriptions(rows(5, "Feed/B.swift:2")))
    #expect(
      sentences == [
        "started twice: runs 3 times at once, started at Feed/A.swift:1, Feed/B.swift:2: load  Feed/Net.swift:9"
      ])
  }

  @Test mutating func whatIsKeptForLateOnesDoesNotGrow() {
    for round in 1...5 {
      let row = HolderRow(number: 1, kind: "share(replay:)", waits: 100 * round, limit: 1000)
      pass(1_000, .holders([row], gone: []))
    }
    #expect(sentences == [])
  }

  @Test mutating func saysWhatPauses() {
    let row = SubscriptionRow(
      number: 2, kind: "inner", place: "Feed/Log.swift:7", state: "paused", since: time,
      pausedBy: "grouped(by:limit:) of 1", values: 5)
    pass(5_100, .subscriptions([row]))
    #expect(sentences == ["paused: paused for 5.1 s, by grouped(by:limit:) of 1: Feed/Log.swift:7"])
    pass(0, .subscriptions([SubscriptionRow(number: 2, state: "running", since: time)]))
    #expect(model.subscription(2)?.row.pausedBy == nil)
  }

  @Test func findsNothingWrongWithWhatIsWell() {
    #expect(InspectorModel().troubles == [])
    #expect(Conversation.model(after: 1).troubles.map(\.kind) == [.paused])
  }
}
