import Foundation
import TestSupport
import Testing

/// The page that leads through the engine names what is there, and counts its own steps.
@Suite("Five walks") struct WalksTests {
  private static let page = Result { try WalksPage() }

  @Test func areFive() throws {
    let page = try Self.page.get()
    #expect(page.walks.map(\.name) == ["Pipe", "flatMap", "Property", "Pause", "For await"])
    #expect(page.jumps.map(\.name) == page.walks.map(\.name))
  }

  @Test(arguments: try page.get().walks)
  func eachDeclarationIsInItsFile(walk: Walk) throws {
    #expect(walk.steps.count >= 2)
    for step in walk.steps {
      let file = try SourceFile(path: "Sources/Signals/\(step.file)").declarations
      #expect(!step.entered.isEmpty, "\(step.file)")
      for declaration in step.entered {
        #expect(declaration.contains(/\b(func|var|init)\b/), "\(declaration)")
        #expect(file.contains(declaration), "\(step.file): \(declaration)")
      }
    }
  }

  @Test(arguments: try page.get().walks)
  func thePageSaysHowManyJumpsThereAre(walk: Walk) throws {
    let said = try #require(Self.page.get().jumps.first { $0.name == walk.name })
    #expect(walk.jumps == said.now)
    #expect(said.now <= said.atFirst - 2)
  }

  @Test(arguments: try page.get().walks)
  func eachStepHasOneSentence(walk: Walk) {
    for step in walk.steps {
      #expect(step.sentence.hasSuffix("."), "\(step.sentence)")
      #expect(!step.sentence.contains(". "), "\(step.sentence)")
    }
  }

  @Test func jumpsLeadFromOneFileToAnother() {
    func walk(_ files: [String]) -> Walk {
      Walk(name: "", steps: files.map { Walk.Step(file: $0, entered: [], sentence: "") })
    }
    #expect(walk(["A", "A", "B", "B", "A"]).jumps == 2)
    #expect(walk(["A"]).jumps == 0)
  }
}

struct Walk: CustomTestStringConvertible, Sendable {
  struct Step: Sendable {
    let file: String
    let entered: [String]
    let sentence: String
  }

  let name: String
  let steps: [Step]

  var testDescription: String { name }

  var jumps: Int { zip(steps, steps.dropFirst()).count { $0.file != $1.file } }
}

private struct WalksPage {
  let walks: [Walk]
  let jumps: [(name: String, atFirst: Int, now: Int)]

  init() throws {
    let text = try SourceFile(path: "Documentation/Five walks.md").text
    let sections = text.split(separator: "\n## ")
    jumps = try Self.rows(in: sections[0]).map { row in
      let name = try #require(row[0].firstMatch(of: /\[(.+?)\]/)).1
      return (String(name), try #require(Int(row[1])), try #require(Int(row[3])))
    }
    walks = try sections.dropFirst().map { section in
      Walk(
        name: String(section.prefix { $0 != "\n" }),
        steps: try Self.rows(in: section).map { row in
          Walk.Step(
            file: try #require(Guide.code(in: row[0]).first), entered: Guide.code(in: row[1]),
            sentence: row[2])
        })
    }
  }

  /// The cells of a table, without its head.
  private static func rows(in section: Substring) -> [[String]] {
    section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst().map { line in
      line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    }
  }
}

extension SourceFile {
  /// In one line.
  fileprivate var declarations: String { code.replacing(/\s+/, with: " ") }
}
