import Foundation
import TestSupport
import Testing

/// The README of the module is true: its programs print what is shown, and its statements have their tests.
@Suite("README, PushPull", .serialized, .mayBlock)
struct PushPullReadmeTests {
  private static let readme = Result { try Guide("Sources/PushPull/README.md") }

  @Test func eachProgramIsFound() throws {
    let readme = try Self.readme.get()
    #expect(readme.programs.count == 6)
    #expect(readme.blocks.count == 2 * readme.programs.count)
  }

  @Test(arguments: try readme.get().programs)
  func printsWhatIsShown(program: Guide.Program) throws { try program.expectOutput() }

  @Test func eachStatementHasATestThatExists() throws {
    let tables = try Self.readme.get().text
      .matches(of: #/\| Statement \| Test \|\n\|---\|---\|\n((\|.+\n)+)/#)
    let rows = tables.flatMap { $0.1.split(separator: "\n") }
    #expect(tables.count == 5)
    #expect(rows.count > 35)
    for row in rows {
      #expect(row.wholeMatch(of: #/\| .+\. \| `\w+Tests\.\w+`(, `\w+Tests\.\w+`)* \|/#) != nil, "\(row)")
    }
  }

  @Test func eachTestThatIsNamedExists() throws {
    let folder = DeclaredOperator.package.appending(path: "Tests/PushPullTests")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    let names = try Self.readme.get().text.matches(of: #/`(\w+Tests)\.(\w+)`/#)
    #expect(names.count > 35)
    for name in names {
      let isThere = files.contains { file in
        file.contains(" struct \(name.1) ") && file.contains(" func \(name.2)(")
      }
      #expect(isThere, "\(name.0)")
    }
  }
}
