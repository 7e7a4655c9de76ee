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

  private var pieces: [String] { guide.blocks.filter { $0.language == "swift" }.map(\.content) }

  private func lines(_ code: String) -> [String] {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
  }

  @Test func eachPieceOfCodeIsPartOfATestThatRuns() {
    #expect(pieces.count == 8)
    for piece in pieces {
      #expect(examples.contains { lines($0).firstRange(of: lines(piece)) != nil }, "\(piece)")
    }
  }

  @Test func eachOfTheseTestsStandsInTheGuide() {
    let functions = examples.flatMap { $0.matches(of: /func (\w+)/).map { String($0.0) } }
    #expect(functions.count > 10)
    #expect(functions.filter { function in !pieces.contains { $0.contains(function) } } == [])
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
