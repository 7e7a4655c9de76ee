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
#endif
