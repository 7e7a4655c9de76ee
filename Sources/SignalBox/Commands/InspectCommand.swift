import Foundation
import SignalsFoundation

extension Command {
  static let inspect = Command(
    name: "inspect",
    arguments: "[PROCESS | SOCKET] [OPTION…]",
    summary: "Shows what the streams of a running program do.",
    details: """
      Shows the subscriptions of a running program: how fast values pass, what waits
      and where, which are paused, what has failed; names what looks wrong. A page
      for each has its chain, its last values and its marble diagram, as it goes on.

      The program serves this if it calls 'Inspector.serve()', or was started with
      SIGNALS_INSPECT=1 in its environment. PROCESS is its number, SOCKET the path
      of its socket; without either, the only program of this user that is there.
      Texts of values are shown if the program says so.

      Where no user can press keys, the list is written once in a second.

      Options:
        --once              Writes the list once, and ends; with --for, after
                            that time: some troubles need ten seconds to show.
        --json              Writes an object for each second, one to a line; with
                            --once one of them.
        --by ORDER          The order of the list: rate, waiting or age.
        --tree              The list as a tree: what was started inside what.
        --filter TEXT       Lists what has a text in its name, place, type or state.
        --subscription N    Begins with the page of one subscription.
        --record FILE       Writes down what the program says, for
                            'signalbox timeline'.
        --for TIME          Ends after this long: 500ms, 10s, 2m.
        -h, --help          Prints this help.

      Keys, as '?' shows them: arrows, enter, r w a t for the orders, / for a filter,
      q to leave.

      Exit status: 0 when all is well, 1 when no program can be inspected, or none
      was chosen among several, 2 when the call was not understood.
      """,
    run: runInspect)
}

private func runInspect(_ arguments: [String], on terminal: Terminal) throws(UsageError) -> ExitStatus {
  if arguments.requestHelp {
    terminal.line(Command.inspect.help)
    return .success
  }
  let options = try InspectOptions(arguments)
  do throws(InspectionFailure) {
    let program = try InspectedProgram(at: try socket(for: options))
    return Inspection(options, of: program, on: terminal).run()
  } catch {
    terminal.complain("signalbox: \(error)")
    return .failure
  }
}

private func socket(for options: InspectOptions) throws(InspectionFailure) -> FilePath {
  if let socket = options.socket { return socket }
  let folder = InspectorFolder.standard
  let programs = try InspectableProgram.all(in: folder)
  if let process = options.process {
    if let program = programs.first(where: { $0.process == process }) { return program.socket }
    throw InspectionFailure(
      "process \(process) serves nothing in '\(folder.path)': is it running, with SIGNALS_INSPECT=1 or Inspector.serve()?"
    )
  }
  if let only = programs.first, programs.count == 1 { return only.socket }
  if programs.isEmpty {
    throw InspectionFailure(
      "no program serves anything in '\(folder.path)': start one with SIGNALS_INSPECT=1 in its environment")
  }
  let names = programs.map { "\($0.process) \(name(of: $0.process))" }.joined(separator: ", ")
  throw InspectionFailure("which program? there are \(names)")
}

/// The name of a process, where the system says it.
private func name(of process: Int) -> String {
  let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
  return name.map { "(\($0.trimmingCharacters(in: .newlines).printable))" } ?? ""
}
