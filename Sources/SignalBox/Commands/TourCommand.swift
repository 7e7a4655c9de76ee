import SignalsFoundation

extension Command {
  static let tour = Command(
    name: "tour",
    arguments: "[PATH…] [OPTION…]",
    summary: "A guided run: push and pull signals at work.",
    details: """
      Runs real pipelines, step by step. Each step says what it is about to show,
      shows it, and compares what happened with what it said.

      The last step reads every file below the PATHs, or below the current folder,
      line by line. It leaves out folders named .git and .build, does not follow
      symbolic links, and says what it could not read.

      On an interactive terminal the tour waits for a key after each step: q leaves
      the tour, r runs through the rest, and any other key shows the next step.
      Otherwise, or in the background, nothing is waited for.

      Options:
        --run-through       Does not wait for keys.
        -h, --help          Prints this help.

      Exit status: 0 when every step that was shown gave what it announced, 1 when one
      did not, 2 when the call was not understood or a PATH does not exist.
      """,
    run: runTour)
}

private func runTour(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  if arguments.requestHelp {
    terminal.line(Command.tour.help)
    return .success
  }
  let options = try TourOptions(arguments)
  var terminal = terminal
  if options.runsThrough { terminal.keyboard = nil }
  return Tour.full(reading: options.paths).run(on: terminal)
}

/// What `signalbox tour` was asked to do.
struct TourOptions {
  /// All that is no option, and all that follows `--`.
  private(set) var paths: [FilePath] = []
  private(set) var runsThrough = false

  init(_ arguments: [String]) throws(UsageError) {
    let own = arguments.prefix { $0 != "--" }
    for option in own where option.hasPrefix("-") {
      guard option == "--run-through" else { throw .unknownOption(option, of: .tour) }
      runsThrough = true
    }
    for path in own.filter({ !$0.hasPrefix("-") }) + arguments.dropFirst(own.count + 1) {
      paths.append(try FilePath(existing: path))
    }
    if paths.isEmpty { paths = [FilePath(".")] }
  }
}
