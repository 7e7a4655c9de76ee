import SignalsFoundation

extension Command {
  static let tour = Command(
    name: "tour",
    arguments: "[PATH…]",
    summary: "A guided run: push and pull signals at work.",
    details: """
      Runs real pipelines, step by step. Each step says what it is about to show,
      shows it, and compares what happened with what it said.

      The last step reads every file below the PATHs, or below the current folder,
      line by line. It leaves out folders named .git and .build, does not follow
      symbolic links, and says what it could not read.

      Options:
        -h, --help          Prints this help.

      Exit status: 0 when every step gave what it announced, 1 when one did not,
      2 when the call was not understood or a PATH does not exist.
      """,
    run: runTour)
}

private func runTour(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  if arguments.askForHelp {
    terminal.line(Command.tour.help)
    return .success
  }
  let paths = try tourPaths(from: arguments)
  return Tour.full(reading: paths.isEmpty ? [FilePath(".")] : paths).run(on: terminal)
}

/// The arguments that are paths: all that is no option, and all that follows `--`.
func tourPaths(from arguments: [String]) throws(UsageError) -> [FilePath] {
  let options = arguments.prefix { $0 != "--" }
  if let option = options.first(where: { $0.hasPrefix("-") }) {
    throw .unknownOption(option, of: .tour)
  }
  var paths: [FilePath] = []
  for argument in options + arguments.dropFirst(options.count + 1) {
    paths.append(try FilePath(existing: argument))
  }
  return paths
}
