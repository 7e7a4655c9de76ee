import Foundation
import TestSupport
import Testing

@Suite("Links between documents")
struct LinkTests {
  @Test(arguments: try Document.all())
  func leadToAFileAndAHeading(document: Document) throws {
    #expect(try document.brokenLinks() == [])
  }

  @Test func areFoundInAllDocuments() throws {
    let documents = try Document.all()
    for path in ["README.md", "Sources/PushPull/README.md", "Documentation/Guides/Cookbook.md"] {
      #expect(documents.contains { $0.path == path }, "\(path)")
    }
    #expect(documents.flatMap(\.links).count > 250)
  }

  @Test func areBrokenWithoutTheirFileOrHeading() throws {
    let document = Document(
      path: "Documentation/Page.md",
      text: """
        # A page, `with code`
        [1](../README.md) [2](<Guides/The property graph.md#what-it-costs>) ![3](Operators/map.svg)
        [4](#a-page-with-code) [5](#named) <a id="named"></a> [6](https://example.org) [7](Decisions)
        [8](README.md) [9](#a-page) [10](../README.md#nothing) [11](Decisions#nothing) `[12](code)`
        ```
        # not-a-heading
        [13](code)
        ```
        [14](#not-a-heading)
        """)
    #expect(
      try document.brokenLinks() == [
        "README.md", "#a-page", "../README.md#nothing", "Decisions#nothing", "#not-a-heading",
      ])
  }
}

/// A document in Markdown.
struct Document: CustomTestStringConvertible, Sendable {
  /// In the repository.
  let path: String
  /// Without blocks of code.
  private let text: String

  var testDescription: String { path }

  init(path: String, text: String) {
    self.path = path
    self.text = text.replacing(#/^```.*?^```$/#.dotMatchesNewlines().anchorsMatchLineEndings(), with: "")
  }

  /// The documents of the repository.
  static func all() throws -> [Document] {
    let files = FileManager.default
    let root = DeclaredOperator.package
    let inFolders = try ["Documentation", "Sources"].flatMap { folder in
      try files.subpathsOfDirectory(atPath: root.appending(path: folder).path).map { "\(folder)/\($0)" }
    }
    let above =
      try files.contentsOfDirectory(atPath: root.path) + ["Benchmarks/README.md", "Stress/README.md"]
    return try (above + inFolders).filter { $0.hasSuffix(".md") }.sorted().map { path in
      Document(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }

  /// The destinations as they are written, except those on other servers.
  var links: [String] {
    let prose = text.replacing(/`[^`\n]*`/, with: "")
    return prose.matches(of: /\]\((?:<(?<spaced>[^>]+)>|(?<plain>[^)\s]+))\)/)
      .map { String($0.spaced ?? $0.plain ?? "") }.filter { !$0.contains("://") }
  }

  /// The links whose file or heading does not exist.
  func brokenLinks() throws -> [String] {
    let folder = DeclaredOperator.package.appending(path: path).deletingLastPathComponent()
    return try links.filter { link in
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
      let file = folder.appending(path: parts[0].removingPercentEncoding ?? "").standardized
      if !parts[0].isEmpty, !FileManager.default.fileExists(atPath: file.path) { return true }
      guard let anchor = parts.dropFirst().first else { return false }
      guard !parts[0].isEmpty else { return !anchors.contains(String(anchor)) }
      guard file.pathExtension == "md" else { return true }
      let target = Document(path: file.path, text: try String(contentsOf: file, encoding: .utf8))
      return !target.anchors.contains(String(anchor))
    }
  }

  /// The names of the headings, as servers for repositories derive them, and those that are written down.
  private var anchors: Set<String> {
    let named = text.matches(of: /<a id="([^"]+)">/).map { String($0.1) }
    let headings = text.matches(of: #/^#+ (.+)$/#.anchorsMatchLineEndings()).map { heading in
      heading.1.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(
        " ", with: "-")
    }
    return Set(named + headings)
  }
}
