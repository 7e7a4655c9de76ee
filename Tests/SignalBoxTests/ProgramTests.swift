import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// What the program says to its caller, as a process.
@Suite(.mayBlock) struct ProgramTests {
  @Test(arguments: [[], ["--help"], ["-h"], ["help"]])
  func explainsItself(arguments: [String]) throws {
    let screen = Screen()
    #expect(Program.run(arguments, on: screen.terminal()) == .success)
    #expect(screen.output.contains("Usage: signalbox COMMAND"))
    #expect(screen.output.contains("tour [PATH…]"))
    #expect(screen.errors.isEmpty)
    #expect(screen.lines.allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [
    ["tour", "--help"], ["tour", "-h"], ["tour", "somewhere", "--help"], ["help", "tour"],
  ])
  func explainsTheTour(arguments: [String]) throws {
    let screen = Screen()
    #expect(Program.run(arguments, on: screen.terminal()) == .success)
    #expect(screen.lines.first == "Usage: signalbox tour [PATH…] [OPTION…]")
    #expect(screen.output.contains("Exit status"))
    #expect(screen.lines.allSatisfy { $0.count <= 80 })
  }

  @Test func explainsEveryCommandIn80Columns() {
    for command in Program.commands {
      let screen = Screen()
      #expect(Program.run(["help", command.name], on: screen.terminal()) == .success)
      #expect(screen.lines.filter { $0.count > 80 } == [])
    }
  }

  @Test(
    arguments: [
      (["tuor"], "signalbox: unknown command 'tuor'; did you mean tour? see 'signalbox --help'\n"),
      (["frob"], "signalbox: unknown command 'frob'; see 'signalbox --help'\n"),
      (["hlep"], "signalbox: unknown command 'hlep'; did you mean help? see 'signalbox --help'\n"),
      (["--hlep"], "signalbox: unknown option '--hlep'; did you mean --help? see 'signalbox --help'\n"),
      (
        ["-version"], "signalbox: unknown option '-version'; did you mean --version? see 'signalbox --help'\n"
      ),
      (["--frob"], "signalbox: unknown option '--frob'; see 'signalbox --help'\n"),
      (["-x"], "signalbox: unknown option '-x'; see 'signalbox --help'\n"),
      (["help", "tuor"], "signalbox: unknown command 'tuor'; did you mean tour? see 'signalbox --help'\n"),
      (["help", "hlep"], "signalbox: unknown command 'hlep'; see 'signalbox --help'\n"),
      (["help", "tour", "now"], "signalbox: unexpected argument 'now'; see 'signalbox --help'\n"),
      (["--version", "now"], "signalbox: unexpected argument 'now'; see 'signalbox --help'\n"),
      (["tour", "--frob"], "signalbox: unknown option '--frob'; see 'signalbox tour --help'\n"),
      (["tour", "-"], "signalbox: unknown option '-'; see 'signalbox tour --help'\n"),
      (
        ["two\nlines\u{1B}[31m"],
        "signalbox: unknown command 'two\u{FFFD}lines\u{FFFD}[31m'; see 'signalbox --help'\n"
      ),
    ])
  func saysWhatItDoesNotUnderstand(arguments: [String], message: String) {
    let screen = Screen()
    #expect(Program.run(arguments, on: screen.terminal()) == .usage)
    #expect(screen.errors == message)
    #expect(screen.output.isEmpty)
  }

  @Test(arguments: Program.commands.map(\.name))
  func knowsTheOptionThatMayHaveBeenMeant(command: String) {
    let screen = Screen()
    #expect(Program.run([command, "--hlep"], on: screen.terminal()) == .usage)
    #expect(
      screen.errors.hasPrefix(
        "signalbox: unknown option '--hlep'; did you mean --help? see 'signalbox \(command) --help'"))
  }

  #if os(Linux)
    @Test func programsOfTestsBeginWithoutBlockedSignals() throws {
      // Without another program: the shell changes what is blocked around those that it starts.
      let line = #"while read -r name value; do [ $name = SigBlk: ] && echo $value; done < /proc/self/status"#
      let outcome = try blockingOnly([SIGTERM]) { try BuiltProgram.shell(line) }
      #expect(outcome.output == "0000000000000000\n")
    }
  #endif

  @Test func saysItsVersion() throws {
    let outcome = try BuiltProgram.run("--version")
    #expect(outcome.status == 0)
    #expect(outcome.output == "signalbox \(Program.version)\n")
    #expect(try Program.version == Changelog.version())
  }

  @Test func printsHelpAsAProcess() throws {
    let outcome = try BuiltProgram.run()
    #expect(outcome.status == 0)
    #expect(outcome.output == Help.overview + "\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func rejectsAnUnknownCommandAsAProcess() throws {
    let outcome = try BuiltProgram.run("tuor")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors == "signalbox: unknown command 'tuor'; did you mean tour? see 'signalbox --help'\n")
  }

  @Test func rejectsAMissingPathBeforeItStarts() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "a\n")
    let outcome = try BuiltProgram.run("tour", "a.txt", "gone", in: folder.url)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors == "signalbox: cannot look at 'gone': No such file or directory\n")
  }

  @Test func endsQuietlyWhenItsReaderLeaves() throws {
    let outcome = try BuiltProgram.shell(#"{ "$0" tour; echo "status $?" >&2; } | head -n 1"#)
    #expect(outcome.lines.count == 2)
    #expect(outcome.errors == "status 0\n")
  }

  /// What it opens for itself must not take the place of the output.
  @Test func saysThatItsOutputIsClosed() throws {
    let outcome = try BuiltProgram.shell(#""$0" tour >&-"#)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "signalbox: cannot write: Bad file descriptor\n")
  }

  #if os(Linux)
    @Test func saysWhenItCannotWrite() throws {
      let outcome = try BuiltProgram.shell(#""$0" tour > /dev/full"#)
      #expect(outcome.status == 1)
      #expect(outcome.errors == "signalbox: cannot write: No space left on device\n")
    }
  #endif
}
