import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// The list of operators that lies in the package.
@Suite struct OperatorsDocumentTests {
  private let remedy: Comment = "run: swift run signalbox marbles --document Documentation/Operators.md"

  @Test func isWhatTheProgramWrites() throws {
    for file in try OperatorsDocument().files(at: "Documentation/Operators.md").files {
      let text = try? String(contentsOf: DeclaredOperator.package.appending(path: file.path), encoding: .utf8)
      let isFresh = text == file.text
      #expect(isFresh, "\(file.path) is stale; \(remedy.rawValue)")
    }
  }

  @Test func hasNoDrawingsThatBelongToNothing() throws {
    let files = try OperatorsDocument().files(at: "Documentation/Operators.md").files.map(\.path)
    let folder = DeclaredOperator.package.appending(path: "Documentation/Operators").path
    let there = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(Set(there.map { "Documentation/Operators/\($0)" }).subtracting(files) == [], "remove these")
  }

  @Test func linksToWhatIsThere() throws {
    let files = try OperatorsDocument().files(at: "Documentation/Operators.md").files
    let text = try #require(files.first).text
    let anchors = Set(text.matches(of: /<a id="([^"]+)">/).map(\.1))
    let links = text.matches(of: /\]\(#([^)]+)\)/).map(\.1)
    #expect(links.count > 100)
    #expect(Set(links).subtracting(anchors) == [])
    #expect(anchors.count == Catalogue.operators.count)
    let pictures = text.matches(of: /\]\((Operators\/[^)]+)\)/).map { "Documentation/\($0.1)" }
    #expect(Set(pictures) == Set(files.dropFirst().map(\.path)))
  }
}
