/// What the program says about itself.
enum Help {
  /// How to ask for it.
  static let call = "signalbox --help"

  static var overview: String {
    let commands = Program.commands.map { command in
      // Beside each other, where there is room.
      let usage = command.usage.count < 20 ? command.usage.padded(to: 20) : command.usage + "\n" + margin
      return "  \(usage)\(command.summary)"
    }
    return """
      signalbox shows what push and pull signals do, with the library swift-signals.

      Usage: signalbox COMMAND

      Commands:
      \(commands.joined(separator: "\n"))
        help [COMMAND]      Explains a command.

      Options:
        -h, --help          Prints this help.
        --version           Prints the version.

      When the compiler complains about a pipeline of yours, look for its message in
      'Documentation/When the compiler complains.md'.
      """
  }

  private static let margin = String(repeating: " ", count: 22)

  static func text(for topics: [String]) throws(UsageError) -> [String] {
    guard let topic = topics.first else { return [overview] }
    try Array(topics.dropFirst()).rejectAll()
    return [try Program.command(named: topic).help]
  }
}

extension Command {
  var usage: String { arguments.isEmpty ? name : "\(name) \(arguments)" }

  var help: String {
    """
    Usage: signalbox \(usage)

    \(details)
    """
  }

  /// How to ask for it.
  var helpCall: String { "signalbox \(name) --help" }
}

extension String {
  /// The options with a long name that a help lists.
  var longOptions: [String] {
    matches(of: #/^  (?:-\w, )?(--[a-z-]+)/#.anchorsMatchLineEndings()).map { String($0.1) }
  }
}
