/// What the command line asks for.
struct Options {
  var json = false
  var check = false
  var help = false
  /// Measure here and now, without a heading.
  var isAlone = false
  /// Run only what is measured, in the function that a profiler looks at.
  var isCounted = false
  /// Not a measurement, but a program to look at.
  var load: InspectedLoad?
  var scenarios = Scenario.all

  static let usage = """
    Measures swift-signals against hand-written code that does the same work.

    usage: benchmarks [--json] [--check] [--only S1,S4 | --alone S1 | --counted S1] [--help]
           benchmarks --load [off|on|served] [SECONDS [SIGNALS [OBSERVERS [PROPERTIES [RATE]]]]]

      --json    one JSON object a line instead of a table
      --check   exit status 1 when a target is missed
      --only    only these scenarios; S3 stands for S3.0, S3.1 and S3.1000
      --alone   just this scenario, in this process and without a heading, as for a
                profiler
      --counted just the work of this scenario, for Benchmarks/count
      --load    1,000 signals with 100 observers each and a million events a second,
                recorded or not, with what the process takes each second: for looking
                at it with signalbox inspect
      --help    this text

    scenarios: \(Scenario.all.map(\.name).joined(separator: " "))
    """
}

/// A command line that makes no sense.
struct UsageError: Error {
  let message: String
}

extension Options {
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": json = true
      case "--check": check = true
      case "--help", "-h": help = true
      case "--load":
        load = try InspectedLoad(Array(IteratorSequence(rest)))
        return
      case "--only":
        guard let names = rest.next() else { throw UsageError(message: "--only needs names of scenarios") }
        scenarios = try Self.scenarios(named: names)
      case "--alone":
        guard let name = rest.next(), let scenario = Scenario.all.first(where: { $0.name == name }) else {
          throw UsageError(message: "--alone needs the name of one scenario; try --help")
        }
        scenarios = [scenario]
        isAlone = true
      case "--counted":
        guard let name = rest.next(),
          let scenario = Scenario.all.first(where: { $0.name == name && $0.workload != nil })
        else {
          throw UsageError(message: "--counted needs the name of a scenario with a time; try --help")
        }
        scenarios = [scenario]
        isCounted = true
      default: throw UsageError(message: "unknown option \(argument); try --help")
      }
    }
  }

  private static func scenarios(named names: String) throws(UsageError) -> [Scenario] {
    let asked = names.split(separator: ",").map(String.init)
    for name in asked where !Scenario.all.contains(where: { $0.isCalled(name) }) {
      throw UsageError(message: "unknown scenario \(name); try --help")
    }
    return Scenario.all.filter { scenario in asked.contains { scenario.isCalled($0) } }
  }
}
