import Testing

/// One after the other: the scheduler is one for the process.
@Suite("Explored interleavings", .serialized)
struct AllInterleavingTests {}

extension AllInterleavingTests {
  /// Every scenario through its interleavings. The printed lines say how many those were.
  @Suite("Scenarios")
  struct InterleavingTests {
    private static let all =
      Scenario.streams + Scenario.disposal + Scenario.joins + Scenario.cutting + Scenario.sharing
      + Scenario.passing + Scenario.state + Scenario.keys + Scenario.timed + Scenario.restarting
      + Scenario.observing + Scenario.waiting + Scenario.rings + Scenario.moments

    private static let wanted = all.filter { $0.name.contains(Settings.scenario ?? $0.name) }

    private static let explorer = Explorer()

    @Test("The scenarios exist, each with a name of its own")
    func names() {
      #expect(!Self.wanted.isEmpty, "no scenario is called '\(Settings.scenario ?? "")'")
      #expect(Set(Self.all.map(\.name)).count == Self.all.count)
    }

    @Test("No interleaving breaks a rule", .enabled(if: Settings.replay == nil), arguments: wanted)
    func rules(scenario: Scenario) {
      let report = Search(scenario: scenario).run(on: Self.explorer)
      print("\(scenario.name): \(report)")
      #expect(report.strayed == 0, "\(scenario.name) does not repeat itself")
      guard let failure = report.failure else {
        #expect(scenario.knownIssue == nil, "the known issue is mended")
        return
      }
      let message = Comment(rawValue: scenario.describe(failure))
      if let known = scenario.knownIssue {
        withKnownIssue(Comment(rawValue: known)) { Issue.record(message) }
      } else {
        Issue.record(message)
      }
    }

    @Test("The one run that is wanted again", .enabled(if: Settings.replay != nil))
    func replayed() throws {
      let replay = try #require(Settings.replay)
      let scenario = try #require(Self.all.first { $0.name == replay.scenario }, "no such scenario")
      let outcome = Self.explorer.run(scenario, .scheduled(replay.schedule))
      try #require(
        outcome.isPossible, "the schedule does not belong to this scenario, or to this build of it")
      print(scenario.describe(outcome))
      #expect(outcome.failure == nil)
    }
  }
}

extension Scenario: CustomTestStringConvertible {
  var testDescription: String { name }

  /// What was broken, how it came to that, and how to see it again.
  func describe(_ outcome: Outcome) -> String {
    """
    \(name): \(outcome.failure ?? "no rule was broken")
    \(outcome.interleaving)
      again with \(replay(name, outcome.schedule))
    """
  }
}
