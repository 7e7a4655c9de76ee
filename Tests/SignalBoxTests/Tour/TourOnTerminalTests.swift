#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import SignalBox

  /// The tour on a terminal.
  @Suite struct TourOnTerminalTests {
    @Test(.enabled(if: BuiltProgram.canOpenTerminal)) func isColouredAndLiveOnATerminal() throws {
      let folder = try TemporaryFolder()
      for number in 0..<60 { try folder.write("\(number).txt", "one\n") }
      let outcome = try BuiltProgram.runOnTerminal("tour", environment: ["TERM": "xterm"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("\u{1B}[32m✓"))
      #expect(outcome.output.contains("\r    "), "there is a live line")
      #expect(outcome.output.contains("\r\u{1B}[K"), "which is removed at the end")
    }

    @Test(.enabled(if: BuiltProgram.canOpenTerminal)) func hasNoColourIfTheEnvironmentForbidsIt() throws {
      let folder = try TemporaryFolder()
      let outcome = try BuiltProgram.runOnTerminal(
        "tour", environment: ["TERM": "xterm", "NO_COLOR": "1"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(outcome.output.replacingOccurrences(of: "\u{1B}[K", with: "").contains("\u{1B}") == false)
    }

    @Test(.enabled(if: BuiltProgram.canOpenTerminal)) func isPlainOnATerminalThatKnowsNothing() throws {
      let folder = try TemporaryFolder()
      let outcome = try BuiltProgram.runOnTerminal("tour", environment: ["TERM": "dumb"], in: folder.url)
      #expect(outcome.status == 0)
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(outcome.output.contains("gave what they announced."))
    }
  }

  /// The tour, step by step.
  @Suite(.enabled(if: BuiltProgram.canOpenTerminal)) struct TourWithKeysTests {
    private let folder: TemporaryFolder
    private static let prompt = "any key: next step · r: run through · q: quit"
    /// The prompt as it is removed.
    private static let removed = prompt + "\u{1B}[0m\u{1B}[K\r\u{1B}[K"

    init() throws {
      folder = try TemporaryFolder()
      try folder.write("a.txt", "one\n")
    }

    /// An arrow is one key, although it is three bytes; and so is what comes with it.
    @Test func takesOneKeyForEachStep() async throws {
      let program = try ProgramOnTerminal("tour", in: folder.url, typed: "q")
      try await program.shows(Self.prompt)
      #expect(try program.takesKeys)
      program.type("\u{1B}[Aqq")
      try await program.shows(Self.prompt, times: 2)
      program.type("q")
      #expect(try await program.end() == (0, false))
      #expect(program.output.contains("Left after 2 of 11 steps"))
      #expect(program.output.ranges(of: Self.removed).count == 2)
      #expect(try !program.takesKeys)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func leavesTheTerminalAsItWas(signal: Int32) async throws {
      let program = try ProgramOnTerminal("tour", in: folder.url)
      try await program.shows(Self.prompt)
      kill(program.number, signal)
      #expect(try await program.end() == (signal, true))
      #expect(try !program.takesKeys)
    }

    @Test func canBeSuspended() async throws {
      let program = try ProgramOnTerminal("tour", in: folder.url)
      try await program.shows(Self.prompt)
      kill(program.number, SIGTSTP)
      try #require(await eventually { try program.isSuspended })
      #expect(try !program.takesKeys)
      kill(program.number, SIGCONT)
      try await program.shows(Self.prompt, times: 2)
      #expect(try program.takesKeys)
      program.type("q")
      #expect(try await program.end() == (0, false))
      #expect(program.output.contains("Left after 1 of 11 steps"))
      #expect(program.output.ranges(of: Self.prompt).count == 2, "a suspension has one end")
    }

    /// What it has to say cannot be written then.
    @Test func endsWithTheTerminal() async throws {
      let program = try ProgramOnTerminal("tour", in: folder.url)
      try await program.shows(Self.prompt)
      program.hangUp()
      #expect(try await program.end() == (1, false))
    }

    @Test func runsThroughIfAsked() async throws {
      let program = try ProgramOnTerminal("tour", "--run-through", in: folder.url)
      try await program.shows(" 2  ")
      #expect(!program.output.contains("any key"))
    }

    /// It would be suspended for reading.
    @Test func runsThroughInTheBackground() async throws {
      let shell = ["/usr/bin/setsid", "--ctty", "--wait", "sh", "-c", #"set -m; "$@" & wait"#, "sh"]
      let program = try ProgramOnTerminal("tour", in: folder.url, by: shell)
      try await program.shows(" 2  ")
      #expect(!program.output.contains("any key"))
    }
  }
#endif
