#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Commands that use the terminal which the program was started on. The system stops them while they are not in the
  /// foreground.
  @Suite(.enabled(if: BuiltProgram.canOpenTerminal)) struct WatchOnTerminalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// - Parameters:
    ///   - command: A line of shell.
    ///   - shell: A line of shell that runs the program as `"$@"`, on a terminal that controls it.
    private func watch(_ command: String, in shell: String = #"exec "$@""#) throws -> ProgramOnTerminal {
      try ProgramOnTerminal(
        "watch", "--debounce", "20ms", "--", "sh", "-c", command, in: folder.url,
        by: ["/usr/bin/setsid", "--ctty", "--wait", "bash", "-c", shell, "bash"])
    }

    @Test func letsACommandSetTheTerminal() async throws {
      let program = try watch("stty -echo < /dev/tty; stty echo < /dev/tty; echo asked")
      try await program.shows("asked")
      try await program.shows("first run: succeeded")
      // The terminal is the program's again.
      program.type("\u{3}")
      #expect(try await program.end().status == 0)
    }

    @Test func letsACommandReadFromTheTerminal() async throws {
      let program = try watch("read word < /dev/tty; echo the word is $word")
      program.type("yes\n")
      try await program.shows("the word is yes")
      try await program.shows("first run: succeeded")
    }

    @Test func letsACommandWriteWhereThatStopsOthers() async throws {
      let program = try watch("echo written", in: #"stty tostop < /dev/tty; exec "$@""#)
      try await program.shows("written")
      try await program.shows("first run: succeeded")
    }

    @Test func endsWithACommandThatIsInterrupted() async throws {
      let program = try watch("stty -echo < /dev/tty; echo ready; exec sleep 100000")
      try await program.shows("ready")
      #expect(try !program.showsKeys)
      program.type("\u{3}")
      #expect(try await program.end().status == 130)
      #expect(try program.showsKeys)
    }

    @Test func takesTheTerminalFromACommandThatItStops() async throws {
      let program = try watch("stty -echo < /dev/tty; echo ready; exec sleep 100000")
      try await program.shows("ready")
      try folder.write("a", "")
      try await program.shows("first run: stopped")
      try await program.shows("ready", times: 2)
      program.type("\u{3}")
      #expect(try await program.end().status == 130)
      #expect(try program.showsKeys)
    }

    @Test func isSuspendedWithItsCommand() async throws {
      let program = try watch(
        "stty -echo < /dev/tty; echo ready; read word < /dev/tty; echo the word is $word",
        in: #"set -m; "$@"; echo it is $?; read; echo go on; fg"#)
      try await program.shows("ready")
      program.type("\u{1A}")
      try await program.shows("it is 148")
      #expect(try program.showsKeys)
      program.type("\n")
      try await program.shows("go on")
      program.type("yes\n")
      try await program.shows("the word is yes")
      try await program.shows("first run: succeeded")
      program.type("\u{3}")
      _ = try await program.end()
    }

    /// A program without a shell that could resume it is not suspended.
    @Test func goesOnWhereNothingCouldResumeIt() async throws {
      let program = try watch(
        "stty -echo < /dev/tty; echo ready; read word < /dev/tty; echo the word is $word")
      try await program.shows("ready")
      program.type("\u{1A}")
      program.type("yes\n")
      try await program.shows("the word is yes")
    }

    @Test func saysThatACommandWaitsForTheTerminal() async throws {
      let program = try watch(
        "stty -echo < /dev/tty; stty echo < /dev/tty; echo asked", in: #"set -m; "$@" & read; fg"#)
      try await program.shows(
        "signalbox: the command is stopped: it uses the terminal, and goes on when this")
      #expect(!program.output.contains("asked"))
      program.type("\n")
      try await program.shows("asked")
      try await program.shows("first run: succeeded")
      program.type("\u{3}")
      _ = try await program.end()
    }

    @Test func saysThatACommandWasStopped() async throws {
      let program = try watch("kill -STOP $$; echo done")
      try await program.shows("signalbox: the command is stopped: by signal 19, stopped (signal)")
      program.type("\u{3}")
      #expect(try await program.end().status == 128 + SIGTERM)
    }
  }
#endif
