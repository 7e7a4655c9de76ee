import Foundation
import TestSupport
import Testing

/// The guide is true: its programs print what is shown, and its table has every name.
@Suite("Migrating from SwiftSignalKit", .serialized)
struct MigrationGuideTests {
  private static func guide() throws -> String {
    try String(
      contentsOf: DeclaredOperator.package.appending(
        path: "Documentation/Guides/Migrating from SwiftSignalKit.md"), encoding: .utf8)
  }

  // MARK: Programs

  struct Program: CustomTestStringConvertible, Sendable {
    let title: String
    let code: String
    let output: String

    var testDescription: String { title }

    /// One in each step.
    static func all() throws -> [Program] {
      let program = #/```swift\n(.*?)```\n\n```\n(.*?)```/#.dotMatchesNewlines()
      return try guide().components(separatedBy: "\n## ").compactMap { part in
        guard let match = part.firstMatch(of: program) else { return nil }
        return Program(
          title: String(part.prefix { $0 != "\n" }), code: String(match.1), output: String(match.2))
      }
    }
  }

  @Test func eachProgramIsFound() throws {
    let programs = try Program.all()
    #expect(programs.map(\.title) == ["1. As it is", "2. Both in one file", "3. In the core"])
    #expect(try Self.guide().components(separatedBy: "```").count == 1 + 4 * programs.count)
  }

  @Test(arguments: try Program.all(), [5, 6])
  func printsWhatIsShown(program: Program, languageMode: Int) throws {
    let folder = try TemporaryFolder()
    let compiled = try CompiledProgram(
      program.code, using: ["Signals", "SignalsFoundation", "SystemCalls", "SwiftSignalKit"],
      languageMode: languageMode, in: folder.url.appending(path: "program"))
    #expect(try compiled.run() == program.output)
  }

  // MARK: Names

  /// The names in a column of the table.
  private func names(inColumn column: Int) throws -> [String] {
    let table = try #require(try Self.guide().components(separatedBy: "## All names").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    try #require(rows.count > 50)
    return rows.flatMap { row in
      // An escaped bar is part of a name.
      let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|")
      return cells[column].matches(of: /`(.+?)`/).map { String($0.1).replacing("\u{0}", with: "|") }
    }
  }

  #if os(Linux)
    @Test func eachNameOfTheModuleStandsInTheTableAndNoOther() throws {
      let folder = try TemporaryFolder()
      let module = try PublicNames(of: "SwiftSignalKit", in: folder.url).all.filter { name in
        // What a protocol asks for stands there with the protocol.
        !name.hasSuffix(".dispose") || name == "Disposable.dispose"
      }
      let listed = try names(inColumn: 0)
      #expect(listed.count == Set(listed).count)
      #expect(Set(listed).subtracting(module).sorted() == [])
      #expect(module.subtracting(listed).sorted() == [])
    }

    @Test func eachNameOfTheCoreInTheTableExists() throws {
      let folder = try TemporaryFolder()
      let core = try PublicNames(of: "Signals", "SignalsFoundation", in: folder.url)
      let listed = try names(inColumn: 1)
      #expect(listed.count > 60)
      #expect(listed.filter { !core.contain($0) } == [])
    }
  #endif
}
