import Foundation
import Signals

/// Runs the rounds of one scenario in this process, and says how it went.
struct ScenarioRun {
  private let scenario: Scenario
  private let options: Options
  private let faults = Faults()
  private let watchdog: Watchdog

  init(_ scenario: Scenario, _ options: Options) {
    self.scenario = scenario
    self.options = options
    watchdog = Watchdog(patience: options.patience)
  }

  /// False when a rule was broken.
  func run() -> Bool {
    let end = nanoseconds() + Int(options.seconds * 1e9)
    let current = CurrentRound()
    watchdog.start { [self] defect in
      // Threads are stuck: the program ends here.
      let round = current.round
      report(
        rounds: current.count, events: current.events, [defect] + faults.messages, failingSeed: round?.seed,
        round?.planned)
      fflush(nil)
      _exit(1)
    }
    var seed = options.seed
    repeat {
      let length = scenario.roundLength.map { min($0, options.seconds) } ?? options.seconds
      let round = Round(
        seed: seed, threads: options.threads, seconds: length, faults: faults, watchdog: watchdog)
      current.begin(round)
      CrashNote.set("\(scenario.name) died in the round with --seed \(seed)")
      autoreleasing { scenario.run(round) }
      checkRelease(after: round)
      if faults.count > 0 {
        report(
          rounds: current.count, events: current.events, faults.messages, failingSeed: seed, round.planned)
        return false
      }
      seed += 1
    } while nanoseconds() < end
    checkMemory()
    report(
      rounds: current.count, events: current.events, faults.messages,
      failingSeed: faults.count > 0 ? seed - 1 : nil,
      nil)
    return faults.count == 0
  }

  /// Everything that was sent or captured has to be released when nothing refers to the streams any more.
  private func checkRelease(after round: Round) {
    if round.eventually(within: options.patience, { Token.live == 0 }) { return }
    faults.add("D4", "\(Token.live) values or closures are still alive after the round")
  }

  private func checkMemory() {
    Memory.trim()
    let (peak, now) = (watchdog.findings.peak, Memory.resident)
    let limit = scenario.megabytes * Memory.overhead
    if peak > limit {
      faults.add("E6a", "\(peak) MB were resident while the load went on, more than \(limit) MB")
    }
    if now > limit / 2 {
      faults.add("D4", "\(now) MB are resident when all is over, more than \(limit / 2) MB")
    }
  }

  private func report(rounds: Int, events: Int, _ messages: [String], failingSeed: UInt64?, _ plan: String?) {
    let findings = watchdog.findings
    var messages = messages
    let limit = scenario.megabytes * Memory.overhead
    if failingSeed != nil, findings.peak > limit, !messages.contains(where: { $0.contains("resident") }) {
      messages.append("E6a: \(findings.peak) MB were resident while the load went on, more than \(limit) MB")
    }
    print(
      (messages.isEmpty ? "ok   " : "FAIL ") + scenario.name.padded(to: 20)
        + " rounds \(rounds)".padded(to: 12) + " calls \(findings.calls)".padded(to: 16)
        + " events \(events)".padded(to: 17) + " peak \(findings.peak) MB".padded(to: 13)
        + " worst " + (findings.worst.map { "\($0.lengthText) (\($0.name))" } ?? "-"))
    for message in messages { print("     \(message)") }
    if let plan, !plan.isEmpty, failingSeed != nil { print("     plan: \(plan)") }
    if let failingSeed {
      print(
        "     again: stress --scenario \(scenario.name) --seed \(failingSeed) --threads \(options.threads)")
    }
  }
}

/// What the watchdog may report about.
private final class CurrentRound: Sendable {
  private struct State {
    var round: Round?
    var count = 0
    var events = 0
  }

  private let state = Guarded(State())

  func begin(_ round: Round) {
    state.withLock { state in
      state.events += state.round?.events ?? 0
      state.round = round
      state.count += 1
    }
  }

  var round: Round? { state.withLock { $0.round } }
  var count: Int { state.withLock { $0.count } }
  var events: Int { state.withLock { $0.events + ($0.round?.events ?? 0) } }
}

#if canImport(ObjectiveC)
  private func autoreleasing(_ body: () -> Void) { autoreleasepool(invoking: body) }
#else
  private func autoreleasing(_ body: () -> Void) { body() }
#endif
