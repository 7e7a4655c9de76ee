#if os(Linux)
  import Foundation
  import SignalsTesting
  import TestSupport
  import Testing

  /// A wrong expectation fails the run of the tests. The other tests collect such failures instead, so that their output
  /// shows none; these see what the test framework gets, in a process of its own.
  @Suite(.mayBlock) struct FailingRunTests {
    private static let variable = "SIGNALS_EXPECTS_WRONGLY"
    private static var place: String? { ProcessInfo.processInfo.environment[variable] }
    private static let lines = (first: UInt(#line + 8), last: UInt(#line + 10))

    @Test(
      "Expects what is wrong, where a variable says",
      .enabled(if: place != nil, "other tests run it"))
    func expectsWrongly() async {
      switch Self.place {
      case "in the test":
        expect("-a|", { $0.map { $0 } }, "-b|")
      case "in a detached task":
        await Task.detached { expect("-a|", { $0.map { $0 } }, "-b|") }.value
      default: break
      }
    }

    @Test("It fails the test that it stands in, once for each drive") func inATest() throws {
      let outcome = try Self.run(expectingWrongly: "in the test")
      #expect(outcome.status != 0)
      expectReports(in: outcome.text, Self.lines.first)
      #expect(outcome.text.contains("failed after"), "\(outcome.text)")
    }

    /// A detached task does not know which test it belongs to.
    @Test("It fails the run where no test is known") func inADetachedTask() throws {
      let outcome = try Self.run(expectingWrongly: "in a detached task")
      #expect(outcome.status != 0)
      expectReports(in: outcome.text, Self.lines.last)
    }

    @Test("Without a wrong expectation, that run passes") func nowhere() throws {
      let outcome = try Self.run(expectingWrongly: "nowhere")
      #expect(outcome.status == 0 && outcome.text.contains("1 test "), "\(outcome.text)")
    }

    private func expectReports(in text: String, _ line: UInt) {
      for drive in ["pushed", "pulled"] {
        let message = "\(drive), the operator does not do what the diagram says"
        #expect(text.contains(message), "\(text)")
      }
      #expect(text.contains("FailingRunTests.swift:\(line):"), "\(text)")
    }

    /// Runs that one test.
    private static func run(expectingWrongly place: String) throws -> (status: Int32, text: String) {
      let (process, output) = (Process(), Pipe())
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      process.executableURL = URL(filePath: program)
      process.arguments = [
        "--testing-library", "swift-testing", "--filter", "FailingRunTests.expectsWrongly",
      ]
      process.environment = ProcessInfo.processInfo.environment.merging([variable: place]) { $1 }
      process.standardOutput = output
      process.standardError = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }
#endif
