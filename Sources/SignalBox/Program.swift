import Foundation

/// The program: finds the command that was asked for and runs it.
enum Program {
  static let version = "0.2.0"

  /// In the order in which the help lists them. A new command is one file and one name here.
  static let commands: [Command] = [.tour, .watch, .marbles, .inspect, .timeline, .site]

  static func main(_ arguments: [String]) -> ExitStatus {
    // A reader that leaves early is seen where we write, as an error like others.
    signal(SIGPIPE, SIG_IGN)
    fillStandardStreams()
    return run(arguments, on: .standard())
  }

  /// So that no other file gets the number of a stream that is closed, and what was meant for the stream. Each is for
  /// reading only: writing to it fails, as it should.
  private static func fillStandardStreams() {
    for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func run(_ arguments: [String], on terminal: Terminal) -> ExitStatus {
    do throws(UsageError) {
      return try dispatch(arguments, on: terminal)
    } catch {
      terminal.complain("signalbox: \(error.message)")
      return .usage
    }
  }

  static func dispatch(
    _ arguments: [String], on terminal: Terminal
  ) throws(UsageError) -> ExitStatus {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case nil, "--help", "-h":
      try rest.rejectAll()
      terminal.line(Help.overview)
      return .success
    case "help":
      try Help.text(for: rest).forEach(terminal.line)
      return .success
    case "--version":
      try rest.rejectAll()
      terminal.line("signalbox \(version)")
      return .success
    case let option? where option.hasPrefix("-"):
      throw .unknownOption(option)
    case let name?:
      return try command(named: name, or: "help").run(rest, terminal)
    }
  }

  /// - Parameter others: Other words that may have been meant.
  static func command(named name: String, or others: String...) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    throw .unknownCommand(name, among: commands.map(\.name) + others)
  }
}
