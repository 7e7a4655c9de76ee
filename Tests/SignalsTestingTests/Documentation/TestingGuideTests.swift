import Foundation
import SignalsTesting
import TestSupport
import Testing

/// The guide "Testing" is true: its code is that of tests that run, and its messages are those that are reported.
@Suite("Guide, Testing")
struct TestingGuideTests {
  private let guide: Guide
  private let examples: [String]

  init() throws {
    guide = try Guide(named: "Testing")
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    examples = try ["TestingGuideExamples", "TestingGuideXCTests"].map { name in
      try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
    }
  }

  private func lines(_ code: String) -> [String] {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  @Test func eachPieceOfCodeIsPartOfATestThatRuns() {
    let code = guide.blocks.filter { $0.language == "swift" }
    #expect(code.count == 8)
    for block in code {
      let isThere = examples.contains { lines($0).firstRange(of: lines(block.content)) != nil }
      #expect(isThere, "\(block.content)")
    }
  }

  @Test func eachOfTheseTestsStandsInTheGuide() {
    let code = guide.blocks.filter { $0.language == "swift" }.map(\.content).joined()
    let tests = examples.flatMap { $0.matches(of: /func (\w+)/).map { String($0.1) } }
    #expect(tests.count > 10)
    #expect(tests.filter { !code.contains("func \($0)") } == [])
  }

  @Test func theMessagesAreThoseThatAreReported() {
    let failures = collectingFailures {
      expect("--a--b--c--|", { $0.prefix(1) }, "--a--(b|)", only: .pushed)
      expectDisposal(of: "--a--b--c--|", { $0.prefix(1) }, at: 5, only: .pushed)
    }
    let messages = failures.map(\.message).joined(separator: "\n") + "\n"
    #expect(guide.blocks.filter { $0.language == "text" }.map(\.content) == [messages])
  }
}
