import Foundation
import SignalsTesting
import TestSupport
import Testing

@Suite("README", .mayBlock)
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

  @Test("Continuous integration runs the commands of the first block")
  func commands() throws {
    let first = try #require(Guide("README.md").blocks.first)
    #expect(first.heading == "swift-signals" && first.language.isEmpty)
    let commands = first.content.split(separator: "\n").map { line in
      String(line.prefix { $0 != "#" }).trimmingCharacters(in: .whitespaces)
    }
    #expect(commands.count == 2)
    #expect(commands.first == "swift run signalbox tour")
    let script = try CommandLines(of: ".ci/run")
    for command in commands { #expect(script.run(command), "\(command)") }
  }

  @Test("A command with other arguments is another one")
  func otherCommands() {
    let script = CommandLines(
      """
      # swift test
      tests swift test --skip-build
      swift run signalbox tour < /dev/null
      time swift build 2>&1 | tee log
      swift --version # which one
      """)
    for command in ["swift test", "swift run signalbox", "run signalbox tour2", "swift tes", "wift build"] {
      #expect(!script.run(command), "\(command)")
    }
    for command in ["swift test --skip-build", "swift run signalbox tour", "swift build", "swift --version"] {
      #expect(script.run(command), "\(command)")
    }
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

/// The lines of a shell script that are commands.
private struct CommandLines {
  private let lines: [[Substring]]

  init(_ script: String) {
    lines = script.split(separator: "\n").map { $0.split(separator: " ") }.filter {
      $0.first?.hasPrefix("#") != true
    }
  }

  /// - Parameter script: In the package.
  init(of script: String) throws {
    try self.init(String(contentsOf: DeclaredOperator.package.appending(path: script), encoding: .utf8))
  }

  /// Whether a line runs the command with these arguments and no others, by itself or as the arguments of a function.
  func run(_ command: String) -> Bool {
    let words = command.split(separator: " ")
    return lines.contains { line in
      line.ranges(of: words).contains { place in
        place.upperBound == line.endIndex || line[place.upperBound].contains(/^[|&;#]|^\d*[<>]/)
      }
    }
  }
}
