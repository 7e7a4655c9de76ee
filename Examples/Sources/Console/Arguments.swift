import Foundation

/// What a program was called with. It answers `--help`, and ends with status 2 when it does not understand.
public struct Arguments {
  /// What is no option.
  public private(set) var names: [String] = []
  private var options: [String: String] = [:]
  private let program: String

  /// - Parameter options: Those that take something.
  public init(of program: String, help: String, options known: Set<String>) {
    self.program = program
    var rest = CommandLine.arguments.dropFirst()
    while let argument = rest.popFirst() {
      if argument == "--" {
        names += rest
        return
      } else if ["-h", "--help"].contains(argument) {
        Console.say(help)
        exit(0)
      } else if known.contains(argument) {
        options[argument] = rest.popFirst() ?? ""
      } else if argument.hasPrefix("-"), argument != "-" {
        misuse("unknown option '\(argument.printable)'")
      } else {
        names.append(argument)
      }
    }
  }

  public func misuse(_ message: String) -> Never {
    Console.complain("\(program): \(message); see '\(program) --help'")
    exit(2)
  }

  /// Empty if it is not there.
  public func text(_ option: String) -> String { options[option] ?? "" }

  public func number(_ option: String, from least: Int, otherwise: Int) -> Int {
    guard let text = options[option] else { return otherwise }
    if let number = Int(text), number >= least { return number }
    misuse("\(option) takes a number from \(least) on")
  }

  public func duration(_ option: String, otherwise: Duration) -> Duration {
    guard let text = options[option] else { return otherwise }
    let unit = text.drop { $0.isNumber || $0 == "." }
    if let amount = Double(text.dropLast(unit.count)), let seconds = ["ms": 0.001, "s": 1, "m": 60][unit],
      amount > 0, amount * seconds <= 86_400
    {
      return .seconds(amount * seconds)
    }
    misuse("\(option) takes a time such as 500ms, 5s or 1m")
  }
}
