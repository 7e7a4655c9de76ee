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

extension [String] {
  /// Whether these arguments ask for the help of a command.
  var askForHelp: Bool { prefix { $0 != "--" }.contains { ["-h", "--help"].contains($0) } }

  /// For where nothing may follow.
  func rejectAll() throws(UsageError) {
    if let first { throw UsageError("unexpected argument \(first.quoted); see 'signalbox --help'") }
  }
}
