import TestSupport
import Testing

@testable import SignalBox

@Suite struct InspectorModelTests {
  @Test func understandsEveryLineOfTheConversation() {
    let lines = Conversation.lines.compactMap { InspectorLine($0) }
    #expect(lines.count == Conversation.lines.count && lines.count > 15)
    for line in lines { if case .unknown(let kind) = line { Issue.record("\(kind) is unknown") } }
  }

  @Test func takesASnapshot() throws {
    let model = Conversation.model(after: 1)
    #expect(model.isComplete && model.hello?.program == "feed" && model.hello?.pid == 4711)
    #expect(model.subscriptions.keys.sorted() == [1, 2, 40, 41, 42])
    let log = try #require(model.subscription(41)?.row)
    #expect(log.state == "paused" && log.values == 90128 && log.text == "GET /" && log.parent == nil)
    #expect(model.holders(of: 41).map(\.kind) == ["receive(on:)"])
    #expect(model.waiting == [41: 1024, 1: 3])
    #expect(model.failures.map(\.type) == ["RequestError"] && model.failures[0].trail?.count == 3)
    #expect(model.children(of: 1).map(\.row.number) == [2, 40])
    #expect(model.chain(of: 40).map(\.row.number) == [1, 40])
  }

  @Test func takesChanges() throws {
    let model = Conversation.model(after: 3)
    #expect(model.subscriptions.keys.sorted() == [1, 2, 42, 43])
    let search = try #require(model.subscription(2)?.row)
    // What a change does not name stays.
    #expect(search.values == 66 && search.text == "swift " && search.type == "String" && search.parent == 1)
    #expect(model.ended.map(\.row.number) == [40, 41])
    #expect(model.subscription(40)?.row.end == "interrupted" && model.subscription(41)?.row.end == "released")
    #expect(
      model.holders.keys.sorted() == [4] && model.holders[4]?.row.waits == 4
        && model.holders[4]?.row.limit == 10)
    #expect(model.sample?.missed == 7)
    #expect(model.events[2]?.rows.map(\.text) == ["swift", "swift "])
  }

  @Test func isCompleteWhenNothingIsLeft() {
    var model = InspectorModel()
    for (number, rest) in [(1, 7), (2, 0)] {
      model.take(.sample(InspectorLine.Sample(sample: number, time: Double(number), rest: rest)))
      model.take(.end)
      #expect(model.isComplete == (rest == 0))
    }
  }

  /// Of a program that changes more rows than a sample has, some are always left.
  @Test func isCompleteWithAllThatLive() throws {
    var model = InspectorModel()
    for number in 1...3 {
      model.take(
        .sample(InspectorLine.Sample(sample: number, time: Double(number), live: 3, rest: 3)))
      let row = #"{"number":\#(number),"kind":"terminal","place":"A.swift:1","state":"running","since":1}"#
      model.take(try #require(InspectorLine(#"{"kind":"subscriptions","rows":[\#(row)]}"#)))
      // A property is not one of those that live.
      let property = #"{"number":\#(10 + number),"kind":"property","place":"A.swift:2","since":1}"#
      model.take(try #require(InspectorLine(#"{"kind":"subscriptions","rows":[\#(property)]}"#)))
      model.take(.end)
      #expect(model.isComplete == (number == 3))
    }
  }

  @Test(arguments: [
    #"{"kind":"weather","sun":true}"#, #"{"kind":"end","sample":1,"moon":[1,{"a":2}]}"#,
    #"{"kind":"subscriptions","rows":[{"number":1,"colour":"red"}]}"#,
    #"{"kind":"events","subscription":1,"rows":[[1,"hiccup"],[2.5,"value","x","more"]]}"#,
  ])
  func ignoresWhatItDoesNotKnow(line: String) { #expect(InspectorLine(line) != nil) }

  @Test(arguments: [
    "", "nonsense", "[]", "{}", #"{"kind":"sample"}"#, #"{"kind":"subscriptions","rows":[{}]}"#,
  ])
  func refusesWhatIsNoLine(line: String) { #expect(InspectorLine(line) == nil) }

  @Test func takesALongerTrail() {
    var model = Conversation.model(after: 1)
    let trail = (model.failures.first?.trail ?? []) + ["terminal of Int: Feed/Other.swift:1"]
    model.take(.failures([FailureRow(number: 1, time: 5, trail: trail), FailureRow(number: 2, time: 6)]))
    #expect(model.failures.map(\.number) == [1, 2] && model.failures[0].trail == trail)
  }

  @Test func countsValuesPerSecond() throws {
    var rate = Rate()
    #expect(rate.perSecond(at: 0) == nil)
    for tenth in 0...20 { rate.take(tenth * 5, at: Double(tenth) * 100) }
    #expect(rate.perSecond(at: 2_000) == 50)
    // Nothing comes any more.
    let later = try #require(rate.perSecond(at: 12_000))
    #expect(later < 6)
  }

  @Test func keepsAFewOfThoseThatHaveEnded() {
    var model = InspectorModel()
    for number in 1...10_000 {
      model.take(
        .subscriptions([SubscriptionRow(number: number, place: "A/B.swift:\(number)", state: "running")]))
      model.take(.subscriptions([SubscriptionRow(number: number, state: "ended", end: "completed")]))
      model.take(.failures([FailureRow(number: number, time: 0)]))
      if number % 100 == 0 {
        model.take(.sample(InspectorLine.Sample(sample: number, time: Double(number) * 100)))
        model.take(.end)
      }
    }
    #expect(model.subscriptions.isEmpty && model.ended.last?.row.number == 10_000)
    #expect(model.ended.count <= 2 * InspectorModel.mostEnded)
    #expect(model.failures.count == InspectorModel.mostFailures)
    #expect(model.places.count < 2_500)
  }

  /// A parent that does not exist, or a circle, is no reason to go on for ever.
  @Test func standsWrongParents() {
    var model = InspectorModel()
    model.take(
      .subscriptions([
        SubscriptionRow(number: 1, parent: 2), SubscriptionRow(number: 2, parent: 1),
        SubscriptionRow(number: 3, parent: 3),
        SubscriptionRow(number: 4, parent: 99),
      ]))
    #expect(model.chain(of: 2).map(\.row.number) == [1, 2])
    let rows = InspectorView(page: .tree).rows(of: model)
    #expect(rows.map(\.number).sorted() == [1, 2, 3, 4])
  }
}
