import Foundation
import TestSupport
import Testing

/// The guides are true: their programs print what is shown, and their tables name what exists.
@Suite("Guides", .serialized, .mayBlock)
struct GuideTests {
  static let migrations = ["Combine", "RxSwift", "ReactiveSwift", "AsyncAlgorithms"].map {
    "Migrating from \($0)"
  }

  static func guides() throws -> [Guide] {
    try (["Lifetimes", "Why does nothing arrive"] + migrations).map(Guide.init(named:))
  }

  // MARK: Programs

  @Test(arguments: try guides().flatMap(\.programs))
  func printsWhatIsShown(program: Guide.Program) throws { try program.expectOutput() }

  @Test(arguments: try guides())
  func eachBlockOfCodeIsChecked(guide: Guide) throws {
    #expect(guide.unchecked.map(\.heading) == [])
    #expect(guide.tests.isEmpty)
  }

  @Test(arguments: migrations)
  func fiveProgramsStandBeforeAndAfter(name: String) throws {
    let guide = try Guide(named: name)
    let before = guide.blocks.filter(\.isForeign).map(\.heading)
    #expect(before.count == 5)
    #expect(guide.programs.map(\.heading).filter(before.contains) == before)
  }

  // MARK: Names

  /// Words in answers and remarks that belong to the language, to the standard library or to Foundation, and what stands
  /// for a part that differs from program to program.
  private static let others: Set = [
    "await", "Duration", "Mutex", "Never", "NotificationCenter", "Observable", "Result", "self", "some",
    "Synchronization", "try", "URLSession", "weak",
    "SignalsFoundation", "SignalsTesting",
    "decode", "decoder", "exclusive", "inclusive", "limit", "started", "trigger", "whileConnected",
  ]

  #if os(Linux)
    @Test func eachNameOfThisPackageInATableExists() throws {
      let folder = try TemporaryFolder()
      let modules = ["Signals", "SignalsFoundation", "SignalsMarbles", "SignalsTesting"]
      let names = try PublicNames(of: modules, in: folder.url)
      for guide in try Self.migrations.map(Guide.init(named:)) {
        let rows = guide.rows(below: "All names")
        #expect(rows.count > 30, "\(guide.name)")
        for row in rows {
          let code = Guide.code(in: row[1]) + Guide.code(in: row[2])
          let unknown = code.flatMap(names.unknownWords).filter { !Self.others.contains($0) }
          #expect(unknown == [], "\(guide.name): \(row[0])")
        }
      }
    }
  #endif

  @Test(arguments: migrations)
  func eachForeignNameStandsOnceWithAnAnswer(name: String) throws {
    let rows = try Guide(named: name).rows(below: "All names")
    let foreign = rows.flatMap { Guide.code(in: $0[0]) }
    #expect(foreign.filter { name in foreign.count { $0 == name } > 1 } == [])
    for row in rows {
      #expect(row.count == 3, "\(row)")
      let hasAnswer = row[1] == "not here" ? !row[2].isEmpty : !Guide.code(in: row[1]).isEmpty
      #expect(hasAnswer, "\(row)")
    }
  }
}
