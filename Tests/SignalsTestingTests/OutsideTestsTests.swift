#if os(Linux)
  import Foundation
  import SignalsTesting
  import TestSupport
  import Testing

  /// A program that runs no tests stops at an expectation that does not hold.
  @Suite(.mayBlock) struct OutsideTestsTests {
    @Test func aWrongExpectationStopsTheProgram() throws {
      let outcome = try Self.run(
        """
        expect("-a|", { $0.map { $0 } }, "-a|")
        print("this holds")
        expect("-a|", { $0.map { $0 } }, "-b|")
        print("this does not")
        """)
      #expect(outcome.status != 0 && !outcome.output.contains("this does not"))
      #expect(
        outcome.errors.contains("main.swift:5: pushed, the operator does not do what the diagram says:"))
    }

    private static func run(_ lines: String) throws -> (status: Int32, output: String, errors: String) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID())")
      defer { try? FileManager.default.removeItem(at: folder) }  // Files left there are harmless.
      let program = try CompiledProgram(
        "import Signals\nimport SignalsTesting\n" + lines,
        using: ["Signals", "SignalsMarbles", "SignalsTesting"], in: folder)
      // A shell, because the program is stopped by a signal.
      return try CompiledProgram.run(
        URL(filePath: "/bin/sh"), ["-c", "SWIFT_BACKTRACE=enable=no \(program.executable.path); exit $?"],
        seconds: 60)
    }
  }
#endif
