import Foundation

@main
struct Stress {
  static func main() {
    do throws(UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      switch options.purpose {
      case .help: print(Options.usage)
      case .list: for scenario in options.scenarios { print(scenario.listing) }
      case .one:
        // The main thread belongs to the main actor, which some scenarios send to.
        Thread { exit(ScenarioRun(options.scenarios[0], options).run() ? 0 : 1) }.start()
        dispatchMain()
      case .all: exit(ProcessPerScenario(options).run())
      }
    } catch {
      FileHandle.standardError.write(Data("stress: \(error.message)\n".utf8))
      exit(2)
    }
  }
}
