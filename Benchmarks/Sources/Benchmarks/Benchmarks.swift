import Foundation

@main
struct Benchmarks {
  static func main() {
    do throws(UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.help { return print(Options.usage) }
      exit(run(options))
    } catch {
      FileHandle.standardError.write(Data("benchmarks: \(error.message)\n".utf8))
      exit(2)
    }
  }

  /// The exit status: 1 when something is broken, or a target was missed and that is asked for.
  private static func run(_ options: Options) -> Int32 {
    let report: any Report = options.json ? JSONReport() : TableReport()
    var isBroken = false
    var isMissed = false
    report.begin()
    for scenario in options.scenarios {
      let measurement = scenario.measure()
      report.add(scenario, measurement)
      fflush(nil)  // So that a row is seen when it is measured, also through a pipe.
      isBroken = isBroken || !measurement.faults.isEmpty
      isMissed = isMissed || !measurement.meets(scenario.target)
    }
    return isBroken || (options.check && isMissed) ? 1 : 0
  }
}
