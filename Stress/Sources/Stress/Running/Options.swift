/// What the command line asks for.
struct Options: Sendable {
  enum Purpose { case all, one, list, help }

  var purpose = Purpose.all
  /// For all scenarios together.
  var seconds = 60.0
  var seed = UInt64.random(in: 0..<1_000_000)
  var threads = 8
  /// How long one call may take.
  var patience = 5.0
  var scenarios = Scenario.all

  static let usage = """
    Attacks the public API of swift-signals from many threads and checks the contract.

    usage: stress [--seconds 60] [--seed N] [--scenario NAME]... [--except NAME]...
                  [--threads 8] [--patience 5] [--list] [--help]

      --seconds   how long all scenarios together take, about
      --seed      chooses pipelines, calls and moments. The scheduling of the threads
                  is up to the system, so the same seed makes the same plan, but not
                  always the same interleaving
      --scenario  only this one; may be repeated. churn stands for all that begin
                  with churn
      --except    not this one; may be repeated
      --threads   how many threads attack, at least 2
      --patience  seconds after which a call counts as one that never returns
      --list      the scenarios, with the rules of Contract.md that they check
      --help      this text

    Each scenario runs in a process of its own. The exit status is 0 when all rules
    hold, 1 when one is broken, 2 when the command line makes no sense.
    """
}

/// A command line that makes no sense.
struct UsageError: Error, Equatable {
  let message: String
}

extension Options {
  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    var names: [String] = []
    var exceptions: [String] = []
    while let option = rest.next() {
      switch option {
      case "--help", "-h": purpose = .help
      case "--list": purpose = .list
      case "--seconds": seconds = try Self.number(after: option, rest.next(), atLeast: 0.1)
      case "--patience": patience = try Self.number(after: option, rest.next(), atLeast: 0.1)
      case "--seed": seed = try Self.number(after: option, rest.next(), atLeast: 0)
      case "--threads": threads = try Self.number(after: option, rest.next(), atLeast: 2)
      case "--scenario": names.append(try Self.argument(after: option, rest.next()))
      case "--except": exceptions.append(try Self.argument(after: option, rest.next()))
      // For the processes that this program starts itself.
      case "--alone":
        purpose = .one
        names.append(try Self.argument(after: option, rest.next()))
      default: throw UsageError(message: "unknown option \(option); try --help")
      }
    }
    if !names.isEmpty { scenarios = try Self.scenarios(named: names, exactly: purpose == .one) }
    let left = try Self.scenarios(named: exceptions, exactly: false).map(\.name)
    scenarios.removeAll { left.contains($0.name) }
    if scenarios.isEmpty { throw UsageError(message: "no scenario is left") }
  }

  private static func argument(after option: String, _ argument: String?) throws(UsageError) -> String {
    guard let argument else { throw UsageError(message: "\(option) needs an argument; try --help") }
    return argument
  }

  private static func number<Number: LosslessStringConvertible & Comparable>(
    after option: String, _ text: String?, atLeast least: Number
  ) throws(UsageError) -> Number {
    let text = try argument(after: option, text)
    guard let number = Number(text), number >= least else {
      throw UsageError(message: "\(option) needs a number of at least \(least), not \(text)")
    }
    return number
  }

  private static func scenarios(named names: [String], exactly: Bool) throws(UsageError) -> [Scenario] {
    func matches(_ scenario: Scenario, _ name: String) -> Bool {
      scenario.name == name || (!exactly && scenario.name.hasPrefix(name + "-"))
    }
    for name in names where !Scenario.all.contains(where: { matches($0, name) }) {
      throw UsageError(message: "unknown scenario \(name); try --list")
    }
    return Scenario.all.filter { scenario in names.contains { matches(scenario, $0) } }
  }
}
