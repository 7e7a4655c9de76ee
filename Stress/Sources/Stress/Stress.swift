import Foundation

@main
struct Stress {
  static func main() {
    do throws(UsageError) {
      let options = try Options(CommandLine.arguments.dropFirst())
      switch options.purpose {
      case .help: print(Options.usage)
      case .list: for scenario in options.scenarios { print(scenario.listing) }
      case .one: exit(ScenarioRun(options.scenarios[0], options).run() ? 0 : 1)
      case .all: exit(ProcessPerScenario(options).run())
      }
    } catch {
      FileHandle.standardError.write(Data("stress: \(error.message)\n".utf8))
      exit(2)
    }
  }
}
