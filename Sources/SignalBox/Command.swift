/// Something the program can do, by name.
struct Command: Sendable {
  let name: String
  /// What may follow the name.
  let arguments: String
  /// One line for the list of commands.
  let summary: String
  /// What the help of the command says below its usage line.
  let details: String
  let run: @Sendable (_ arguments: [String], _ terminal: Terminal) throws(UsageError) -> ExitStatus
}

/// What the program tells its caller.
struct ExitStatus: RawRepresentable, Equatable, Sendable {
  let rawValue: Int32

  static let success = ExitStatus(rawValue: 0)
  /// Something did not give what it announced.
  static let failure = ExitStatus(rawValue: 1)
  /// The program was called in a way that it does not understand.
  static let usage = ExitStatus(rawValue: 2)
}

/// A call that the program does not understand. The message is one line, unless it shows a mistake.
struct UsageError: Error, Equatable {
  let message: String

  init(_ message: String) { self.message = message }
}

extension UsageError {
  /// A command that is none of `known`: names those that may have been meant.
  static func unknownCommand(_ name: String, among known: [String]) -> UsageError {
    unknown("command", name, near: name.nearest(in: known), see: Help.call)
  }

  /// An option that the help of the command, or of the program, does not list: names those that may have been meant.
  static func unknownOption(_ argument: String, of command: Command? = nil) -> UsageError {
    let near = argument.optionName.nearest(in: (command?.help ?? Help.overview).longOptions)
    return unknown("option", argument, near: near, see: command?.helpCall ?? Help.call)
  }

  private static func unknown(
    _ kind: String, _ word: String, near: [String], see call: String
  ) -> UsageError {
    let question = near.isEmpty ? ";" : near.question
    return UsageError("unknown \(kind) \(word.quoted)\(question) see '\(call)'")
  }
}

extension String {
  /// An option without the value that may be attached to it.
  var optionName: String { String(prefix { $0 != "=" }) }
}

extension [String] {
  /// Whether these arguments ask for the help of a command.
  var requestHelp: Bool { prefix { $0 != "--" }.contains { ["-h", "--help"].contains($0) } }

  /// For where nothing may follow.
  func rejectAll() throws(UsageError) {
    if let first { throw UsageError("unexpected argument \(first.quoted); see 'signalbox --help'") }
  }
}
