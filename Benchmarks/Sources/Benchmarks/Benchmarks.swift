import Foundation
import SignalsFoundation

@main
struct Benchmarks {
  static func main() {
    do throws(UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.help { return print(Options.usage) }
      if let load = options.load { return try run(load) }
      exit(run(options))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error.message)\n".utf8))
      exit(2)
    }
  }

  private static func run(_ load: InspectedLoad) throws(UsageError) {
    do throws(InspectorError) { try load.run() } catch { throw UsageError(message: "\(error)") }
  }

  /// The exit status: 1 when something is broken, or a target was missed and that is asked for.
  private static func run(_ options: Options) -> Int32 {
    if options.isCounted {
      for scenario in options.scenarios { scenario.workload?().runCounted() }
      return 0
    }
    let report: any Report = options.json ? JSONReport() : TableReport()
    if options.isAlone { return options.scenarios.map { measure($0, report, options) }.max() ?? 0 }
    report.begin()
    fflush(nil)
    return options.scenarios.map { measureElsewhere($0, options) }.max() ?? 0
  }

  private static func measure(_ scenario: Scenario, _ report: any Report, _ options: Options) -> Int32 {
    let measurement = scenario.measure()
    report.add(scenario, measurement)
    let isMissed = options.check && !measurement.meets(scenario.target)
    return measurement.faults.isEmpty && !isMissed ? 0 : 1
  }

  /// Each scenario has a process of its own: what others leave behind, in the heap above all, would change what it
  /// costs.
  private static func measureElsewhere(_ scenario: Scenario, _ options: Options) -> Int32 {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments =
      ["--alone", scenario.name] + (options.json ? ["--json"] : []) + (options.check ? ["--check"] : [])
    do { try process.run() } catch {
      FileHandle.standardError.write(Data("benchmarks: \(scenario.name) cannot be started: \(error)\n".utf8))
      return 1
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
