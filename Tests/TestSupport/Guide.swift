import Foundation
import Testing

/// A document whose programs are compiled and run, and whose tables name declarations that exist.
package struct Guide: CustomTestStringConvertible, Sendable {
  package let name: String
  package let text: String

  package var testDescription: String { name }

  /// - Parameter path: In the package.
  package init(_ path: String) throws {
    let file = DeclaredOperator.package.appending(path: path)
    name = file.deletingPathExtension().lastPathComponent
    text = try String(contentsOf: file, encoding: .utf8)
  }

  /// A guide in `Documentation/Guides`.
  package init(named name: String) throws { try self.init("Documentation/Guides/\(name).md") }
}

// MARK: Programs

extension Guide {
  /// A block of code between two fences.
  package struct Block: CustomTestStringConvertible, Sendable {
    /// The heading above it, without its marks.
    package let heading: String
    /// `swift` for code, empty for output.
    package let language: String
    package let content: String

    package var testDescription: String { heading }

    /// The modules that the code imports.
    package var imports: [String] {
      content.matches(of: #/^import (\w+)/#.anchorsMatchLineEndings()).map { String($0.1) }
    }
  }

  /// A program of the document, with what it prints.
  package struct Program: CustomTestStringConvertible, Sendable {
    /// The document and the heading.
    package let testDescription: String
    package let heading: String
    package let code: String
    package let output: String
    fileprivate let modules: [String]
  }

  /// All blocks, in order.
  package var blocks: [Block] {
    var (blocks, heading) = ([Block](), "")
    var open: (language: String, lines: [Substring])?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let (language, lines) = open {
          let content = lines.map { $0 + "\n" }.joined()
          blocks.append(Block(heading: heading, language: language, content: content))
          open = nil
        } else {
          open = (String(line.dropFirst(3)), [])
        }
      } else if open != nil {
        open?.lines.append(line)
      } else if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" || $0 == " " })
      }
    }
    return blocks
  }

  /// Modules of this package that a program can import, with what has to be linked.
  private static let linked = [
    "Signals": ["Signals"], "SignalsFoundation": ["Signals", "SignalsFoundation", "SystemCalls"],
    "SignalsMarbles": ["Signals", "SignalsMarbles"],
    "PushPull": ["PushPull", "Signals", "SignalsFoundation", "SystemCalls"],
    "SwiftSignalKit": ["SwiftSignalKit", "Signals", "SignalsFoundation", "SystemCalls"],
  ]

  /// The blocks of code for this package that the next block shows the output of.
  package var programs: [Program] {
    let blocks = blocks
    return zip(blocks, blocks.dropFirst()).compactMap { code, output in
      guard code.isProgram, output.language.isEmpty else { return nil }
      return Program(
        testDescription: "\(name): \(code.heading)", heading: code.heading, code: code.content,
        output: output.content, modules: Set(code.imports.flatMap { Self.linked[$0] ?? [] }).sorted())
    }
  }

  /// The first program below a heading.
  package func program(below heading: String) throws -> Program {
    try #require(programs.first { $0.heading == heading })
  }

  /// The blocks of code for this package that no test runs: there should be none.
  package var unchecked: [Block] {
    let code = Set(programs.map(\.code))
    return blocks.filter { $0.isProgram && !code.contains($0.content) }
  }

  /// The blocks that are tests themselves.
  package var tests: [Block] { blocks.filter(\.isTest) }
}

extension Guide.Block {
  /// Code of another library cannot be compiled here, and tests are compiled as tests.
  fileprivate var isProgram: Bool { language == "swift" && !isForeign && !isTest }

  fileprivate var isTest: Bool { imports.contains { $0 == "Testing" || $0 == "XCTest" } }

  /// Whether it is code for another library.
  package var isForeign: Bool {
    imports.contains { ["Combine", "RxSwift", "ReactiveSwift", "AsyncAlgorithms"].contains($0) }
  }
}

extension Guide.Program {
  /// Compiles the program, runs it, and expects the output that the document shows.
  ///
  /// On a busy machine a sleep of milliseconds may take ten times as long, which changes what falls into one interval.
  /// That is not what is tested here, so a program that runs by the clock gets several runs.
  package func expectOutput(languageMode: Int = 6) throws {
    let folder = try TemporaryFolder()
    let compiled = try CompiledProgram(
      code, using: modules, languageMode: languageMode, in: folder.url.appending(path: "program"))
    var printed = try compiled.run()
    if code.contains(/ClockScheduler|\.(milli)?seconds\(/) {
      for _ in 0..<4 where printed != output { printed = try compiled.run() }
    }
    #expect(printed == output)
  }
}

// MARK: Tables

extension Guide {
  /// The cells of the rows that begin with code, in the tables below a heading.
  package func rows(below heading: String) -> [[String]] {
    guard let start = text.range(of: "\n## \(heading)\n") else { return [] }
    let part = text[start.upperBound...]
    let end = part.range(of: "\n## ")?.lowerBound ?? part.endIndex
    return part[..<end].split(separator: "\n").filter { $0.hasPrefix("| `") }.map { row in
      // An escaped bar is part of a cell.
      row.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false).dropFirst()
        .dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{0}", with: "|") }
    }
  }

  /// What stands between backticks.
  package static func code(in cell: String) -> [String] { cell.matches(of: /`(.+?)`/).map { String($0.1) } }
}

// MARK: Code that tests run

extension Guide {
  /// Expects each block of code to stand in a file of tests, in this order, between `// guide` and `// end`.
  package func expectBlocks(toStandIn file: String) throws {
    let tests = try String(contentsOfFile: file, encoding: .utf8)
    let parts = tests.matches(of: #/\/\/ guide\n(.*?)\n *\/\/ end\n/#.dotMatchesNewlines())
      .map { Self.plain(String($0.1)) }
    #expect(!parts.isEmpty)
    #expect(blocks.filter { $0.language == "swift" }.map { Self.plain($0.content) } == parts)
  }

  private static func plain(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }
}
