import Testing

@testable import Stress

@Suite struct OptionsTests {
  @Test func readsACommandLine() throws {
    let options = try Options([
      "--seconds", "2.5", "--seed", "7", "--threads", "3", "--patience", "1", "--scenario", "churn",
    ])
    #expect(options.seconds == 2.5)
    #expect(options.seed == 7)
    #expect(options.threads == 3)
    #expect(options.patience == 1)
    #expect(options.scenarios.count > 3)
    #expect(options.scenarios.allSatisfy { $0.name.hasPrefix("churn-") })
  }

  @Test func runsAllScenariosUnlessTold() throws {
    #expect(try Options([]).scenarios.count == Scenario.all.count)
    #expect(Set(Scenario.all.map(\.name)).count == Scenario.all.count)
  }

  @Test func leavesScenariosOut() throws {
    let options = try Options(["--scenario", "churn", "--except", "churn-all", "--except", "pipe"])
    #expect(!options.scenarios.isEmpty)
    #expect(options.scenarios.allSatisfy { $0.name.hasPrefix("churn-") && $0.name != "churn-all" })
  }

  @Test(arguments: [
    (["--seconds"], "--seconds needs an argument; try --help"),
    (["--seconds", "none"], "--seconds needs a number of at least 0.1, not none"),
    (["--threads", "1"], "--threads needs a number of at least 2, not 1"),
    (["--scenario", "x"], "unknown scenario x; try --list"),
    (["--except", "x"], "unknown scenario x; try --list"),
    (["--scenario", "churn", "--except", "churn"], "no scenario is left"),
    (["--what"], "unknown option --what; try --help"),
  ])
  func refusesWhatMakesNoSense(_ arguments: [String], _ message: String) {
    #expect(throws: UsageError(message: message)) { try Options(arguments) }
  }
}
