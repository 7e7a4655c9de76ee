import Testing

@testable import SignalBox

@Suite struct EventDiagramTests {
  private func lines(
    _ events: [SubscriptionEvent], isPaused: Bool = false, now: Double = 999, columns: Int = 28
  ) -> [String] {
    EventDiagram(events, isPaused: isPaused, until: now, step: 100).lines(named: "numbers", columns: columns)
  }

  @Test func drawsTheLastMoments() {
    let events = [
      SubscriptionEvent(120, .value, "a"), SubscriptionEvent(480, .value, "b"),
      SubscriptionEvent(710, .completed),
    ]
    #expect(lines(events, columns: 19) == ["numbers  -a--b--|", "paused   ----------"])
  }

  @Test func drawsPauses() {
    let events = [
      SubscriptionEvent(320, .paused), SubscriptionEvent(610, .resumed), SubscriptionEvent(650, .value, "a"),
    ]
    #expect(lines(events, columns: 19) == ["numbers  ------a---", "paused   ---====---"])
    // It was paused before the first event that is known, and is paused after the last one.
    #expect(lines([SubscriptionEvent(310, .resumed)], columns: 19)[1] == "paused   ====------")
    #expect(lines([], isPaused: true, columns: 19)[1] == "paused   ==========")
    #expect(lines([SubscriptionEvent(810, .paused)], isPaused: true, columns: 19)[1] == "paused   --------==")
  }

  @Test func drawsWhatIsNotShownAndWhatIsMuch() {
    let many = (0..<57).map { SubscriptionEvent(500 + Double($0) / 10, .value, "v") }
    #expect(lines(many)[0].contains("×57"))
    #expect(lines([SubscriptionEvent(910, .value)], columns: 19)[0] == "numbers  ---------*")
  }

  @Test(arguments: [20, 28, 79, 80, 200])
  func isAsWideAsThereIsRoom(columns: Int) {
    let events = (0..<200).map { SubscriptionEvent(Double($0) * 37, .value, "v\($0) |(x)") }
    let drawn = lines(events, now: 7_400, columns: columns)
    #expect(drawn.allSatisfy { $0.columns <= columns })
    // The newest is there.
    #expect(drawn[0].contains("v199x") || columns < 30)
  }

  /// Marbles move by whole steps, so that a diagram that goes on does not tremble.
  @Test func movesByWholeSteps() {
    let events = [SubscriptionEvent(480, .value, "b")]
    #expect(lines(events, now: 901) == lines(events, now: 999))
    #expect(lines(events, now: 1_001, columns: 19)[0] == "numbers  ---b------")
  }
}
