import Foundation
import SignalsTesting
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  private static func readme() throws -> String {
    try String(contentsOf: DeclaredOperator.package.appending(path: "README.md"), encoding: .utf8)
  }

  @Test(
    "The examples compile without warnings and print their output",
    arguments: [
      ("Ten lines", "README.md"), ("State", "README.md"), ("Async", "README.md"),
      ("An example", "Documentation/Finding leaked subscriptions.md"),
      ("An example", "Documentation/Guides/The property graph.md"),
    ])
  func programs(heading: String, document: String) throws {
    try Guide(document).program(below: heading).expectOutput()
  }

  @Test("The test is a file of these tests")
  func test() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "ReadmeExampleTests.swift")
    let tests = try Guide("README.md").tests.map(\.content)
    #expect(tests == [try String(contentsOf: file, encoding: .utf8)])
  }

  @Test("Ten lines are ten lines, and all lines at most 200")
  func isShort() throws {
    let example = try Guide("README.md").program(below: "Ten lines").code
    #expect(example.split(separator: "\n").count == 10)
    #expect(try Self.readme().split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("The figures are those of the page with all figures")
  func figures() throws {
    let page = try String(
      contentsOf: DeclaredOperator.package.appending(path: "Documentation/Figures.md"), encoding: .utf8)
    let row = /\| [^|\n]+ (\| [\d.]+ \| [\d.,]+ \| [\d.]+ \|)\n/
    let figures = try Self.readme().matches(of: row).map { $0.1 }
    #expect(figures.count == 4)
    for row in figures { #expect(page.contains(row), "\(row)") }
  }

  @Test("The version is that of the changelog")
  func version() throws {
    let named = try Self.readme().matches(of: /(?:from: "|[Vv]ersion |tag `)(\d+\.\d+\.\d+)/).map {
      String($0.1)
    }
    #expect(named.count == 3)
    #expect(Set(named) == [try Changelog.version()])
  }
}
