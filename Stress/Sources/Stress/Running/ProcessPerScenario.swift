import Foundation

/// Runs each scenario in a process of its own: one that hangs, dies or takes all memory leaves the others alone.
struct ProcessPerScenario {
  private let options: Options

  init(_ options: Options) { self.options = options }

  /// The exit status.
  func run() -> Int32 {
    print(
      "seed \(options.seed), \(options.threads) threads, \(options.scenarios.count) scenarios, about "
        + "\(Int(options.seconds)) s")
    fflush(nil)
    let weights = options.scenarios.map(\.weight).reduce(0, +)
    let failed = options.scenarios.filter { !runAlone($0, seconds: options.seconds * $0.weight / weights) }
    print(
      failed.isEmpty
        ? "all rules hold"
        : "\(failed.count) of \(options.scenarios.count) scenarios fail: "
          + failed.map(\.name).joined(separator: ", "))
    return failed.isEmpty ? 0 : 1
  }

  private func runAlone(_ scenario: Scenario, seconds: Double) -> Bool {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [
      "--alone", scenario.name, "--seconds", "\(seconds)", "--seed", "\(options.seed)", "--threads",
      "\(options.threads)", "--patience", "\(options.patience)",
    ]
    do { try process.run() } catch {
      FileHandle.standardError.write(Data("stress: \(scenario.name) cannot be started: \(error)\n".utf8))
      return false
    }
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal {
      print("FAIL \(scenario.name.padded(to: 20)) died of signal \(process.terminationStatus)")
      fflush(nil)
    }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}
