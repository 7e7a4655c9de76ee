import Foundation

/// Looks for a run that breaks a rule: first all with no preemption, then all with one, and so on, then random ones.
struct Search {
  let scenario: Scenario
  /// Runs for each number of preemptions. If there are more, so many of them are chosen by the seed.
  var limit = Settings.limit
  var preemptions = 3
  var randomRuns = Settings.randomRuns
  var seed = Settings.seed

  /// What a search did and found.
  struct Report {
    /// For each number of preemptions: the runs, and how many more are known that were not done.
    var levels: [(runs: Int, omitted: Int)] = []
    var randomRuns = 0
    /// Runs in which a thread could not go on that could in the run before, up to the same step: that one has left something
    /// behind. There is to be none.
    var strayed = 0
    var steps = 0
    var failure: Outcome?
    var duration = Duration.zero

    var runs: Int { levels.reduce(randomRuns) { $0 + $1.runs } }

    /// Whether all runs of every number of preemptions were done.
    var isComplete: Bool { levels.allSatisfy { $0.omitted == 0 } }
  }

  func run(on explorer: Explorer = Explorer()) -> Report {
    var report = Report()
    let clock = ContinuousClock()
    let begin = clock.now
    defer { report.duration = clock.now - begin }
    if explore(explorer, &report) { exploreAtRandom(explorer, &report) }
    report.failure = report.failure.map { simplest($0, explorer) }
    report.duration = clock.now - begin
    return report
  }

  /// True: nothing was found.
  private func explore(_ explorer: Explorer, _ report: inout Report) -> Bool {
    var random = Random(seed: seed)
    var level: [Schedule] = [Schedule()]
    for number in 0...preemptions {
      var next: [Schedule] = []
      var runs = 0
      if level.count > limit { level.shuffle(using: &random) }
      while runs < limit, let schedule = level.popLast() {
        runs += 1
        let outcome = explorer.run(scenario, .scheduled(schedule))
        report.steps = max(report.steps, outcome.steps.count)
        if outcome.failure != nil {
          report.failure = outcome
          report.levels.append((runs, level.count))
          return false
        }
        guard outcome.isPossible else {
          report.strayed += 1
          continue
        }
        // What would be tried with more preemptions than wanted is not even listed.
        for (changed, cost) in changes(of: schedule, outcome, adding: number < preemptions ? 1 : 0) {
          if cost == 0 { level.append(changed) } else { next.append(changed) }
        }
      }
      report.levels.append((runs, level.count))
      level = next
    }
    return true
  }

  /// The schedules that begin like this one and differ from it once more, later, and have at most `limit` preemptions more.
  private func changes(
    of schedule: Schedule, _ outcome: Outcome, adding limit: Int
  ) -> [(Schedule, cost: Int)] {
    var changes: [(Schedule, cost: Int)] = []
    let first = (schedule.switches.last?.step ?? -1) + 1
    for index in first..<max(first, outcome.steps.count) {
      let step = outcome.steps[index]
      if step.options.nonzeroBitCount == 1 { continue }
      for thread in 0..<8 where step.options & (1 << UInt8(thread)) != 0 && thread != step.plain {
        let cost = step.cost(of: thread)
        if cost > limit { continue }
        var changed = schedule
        changed.switches.append(Schedule.Switch(step: index, thread: thread))
        changes.append((changed, cost))
      }
    }
    return changes
  }

  private func exploreAtRandom(_ explorer: Explorer, _ report: inout Report) {
    for number in 0..<randomRuns {
      let random = Random(seed: seed &+ UInt64(number))
      let outcome = explorer.run(scenario, .random(random, odds: 2 << (number % 5)))
      report.randomRuns += 1
      report.steps = max(report.steps, outcome.steps.count)
      if outcome.failure != nil {
        report.failure = outcome
        return
      }
    }
  }

  /// The run with the fewest switches that still breaks a rule.
  private func simplest(_ outcome: Outcome, _ explorer: Explorer) -> Outcome {
    var simplest = outcome
    var index = 0
    while index < simplest.schedule.switches.count {
      var schedule = simplest.schedule
      schedule.switches.remove(at: index)
      let simpler = explorer.run(scenario, .scheduled(schedule))
      let isSimpler =
        simpler.failure != nil && simpler.schedule.switches.count < simplest.schedule.switches.count
      if isSimpler { simplest = simpler } else { index += 1 }
    }
    return simplest
  }
}

extension Search.Report: CustomStringConvertible {
  var description: String {
    let levels = levels.enumerated().map { preemptions, level in
      "\(preemptions): \(level.runs)\(level.omitted == 0 ? "" : " of over \(level.runs + level.omitted - 1)")"
    }
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    return "\(runs) interleavings (by preemptions \(levels.joined(separator: ", ")); random \(randomRuns)), "
      + "\(strayed == 0 ? "" : "\(strayed) strayed, ")up to \(steps) steps, \(String(format: "%.1f", seconds)) s"
  }
}

/// What the environment says.
enum Settings {
  static let limit = number("SIGNALS_INTERLEAVINGS") ?? 2_500
  static let randomRuns = number("SIGNALS_RANDOM_INTERLEAVINGS") ?? 2_000
  static let seed = number("SIGNALS_INTERLEAVING_SEED").map(UInt64.init) ?? 1

  /// Part of the names of those that are wanted.
  static let scenario = ProcessInfo.processInfo.environment["SIGNALS_SCENARIO"]

  /// The scenario and the schedule of the only run that is wanted.
  static let replay: (scenario: String, schedule: Schedule)? = {
    guard let text = ProcessInfo.processInfo.environment["SIGNALS_REPLAY"] else { return nil }
    let parts = text.split(separator: "/")
    guard parts.count == 2, let schedule = Schedule(parts[1]) else {
      fatalError(
        "SIGNALS_REPLAY must be a scenario and a schedule, as in 'send and send/12B.30A', and is '\(text)'")
    }
    return (String(parts[0]), schedule)
  }()

  private static func number(_ name: String) -> Int? {
    guard let text = ProcessInfo.processInfo.environment[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      fatalError("\(name) must be a number that is not negative, and is '\(text)'")
    }
    return number
  }
}
