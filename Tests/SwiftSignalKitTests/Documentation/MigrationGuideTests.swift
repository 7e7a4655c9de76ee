import Foundation
import TestSupport
import Testing

/// The guide is true: its programs print what is shown, and its table has every name.
@Suite("Migrating from SwiftSignalKit", .serialized, .mayBlock)
struct MigrationGuideTests {
  private static let guide = Result { try Guide(named: "Migrating from SwiftSignalKit") }

  // MARK: Programs

  @Test func eachProgramIsFound() throws {
    let guide = try Self.guide.get()
    #expect(guide.programs.map(\.heading) == ["1. As it is", "2. Both in one file", "3. In the core"])
    #expect(guide.blocks.count == 2 * guide.programs.count)
  }

  @Test(arguments: try guide.get().programs, [5, 6])
  func printsWhatIsShown(program: Guide.Program, languageMode: Int) throws {
    try program.expectOutput(languageMode: languageMode)
  }

  // MARK: Names

  /// The names in a column of the table.
  private func names(inColumn column: Int) throws -> [String] {
    let rows = try Self.guide.get().rows(below: "All names")
    try #require(rows.count > 50)
    return rows.flatMap { Guide.code(in: $0[column]) }
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
