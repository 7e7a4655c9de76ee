import Foundation
import TestSupport
import Testing

/// The README of the module is true: its programs print what is shown, and its statements have their tests.
@Suite("README, PushPull", .serialized)
struct PushPullReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func readme() throws -> String {
    try String(contentsOf: root.appending(path: "Sources/PushPull/README.md"), encoding: .utf8)
  }

  struct Program: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    let output: String

    var testDescription: String { title }

    /// One in each part that has one.
    static func all() throws -> [Program] {
      let program = #/```swift\n(.*?)```\n\n```\n(.*?)```/#.dotMatchesNewlines()
      return try readme().components(separatedBy: "\n## ").compactMap { part in
        guard let match = part.firstMatch(of: program) else { return nil }
        return Program(
          title: String(part.prefix { $0 != "\n" }), code: String(match.1), output: String(match.2))
      }
    }
  }

  @Test func eachProgramIsFound() throws {
    let programs = try Program.all()
    #expect(programs.count == 6)
    #expect(try Self.readme().components(separatedBy: "```").count == 1 + 4 * programs.count)
  }

  @Test(arguments: try Program.all())
  func printsWhatIsShown(program: Program) throws {
    let folder = try TemporaryFolder()
    let compiled = try CompiledProgram(
      program.code, using: ["Signals", "SignalsFoundation", "SystemCalls", "PushPull"],
      in: folder.url.appending(path: "program"))
    #expect(try compiled.run() == program.output)
  }

  @Test func eachStatementHasATestThatExists() throws {
    let tables = try Self.readme().matches(of: #/\| Statement \| Test \|\n\|---\|---\|\n((\|.+\n)+)/#)
    let rows = tables.flatMap { $0.1.split(separator: "\n") }
    #expect(tables.count == 5)
    #expect(rows.count > 35)
    for row in rows {
      #expect(row.wholeMatch(of: #/\| .+\. \| `\w+Tests\.\w+`(, `\w+Tests\.\w+`)* \|/#) != nil, "\(row)")
    }
  }

  @Test func eachTestThatIsNamedExists() throws {
    let folder = Self.root.appending(path: "Tests/PushPullTests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let names = try Self.readme().matches(of: #/`(\w+Tests)\.(\w+)`/#)
    #expect(names.count > 35)
    for name in names {
      let isThere = files.contains { file in
        file.contains(" struct \(name.1) ") && file.contains(" func \(name.2)(")
      }
      #expect(isThere, "\(name.0)")
    }
  }
}
