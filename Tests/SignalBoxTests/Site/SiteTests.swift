import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// The pages that are made of the repository.
@Suite(.mayBlock) struct SiteTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let texts = Result {
    let files = try Site(repository: repository, modules: ["all": Data([0, 1, 2])]).files()
    return Dictionary(uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.data, as: UTF8.self)) })
  }

  @Test func hasAPageForEachOperatorAndDocument() throws {
    let texts = try Self.texts.get()
    for entry in Catalogue.operators {
      let page = try #require(texts["operators/\(entry.fileName(of: entry.examples[0])).html"])
      for drawing in try Drawing.all(of: entry) {
        #expect(page.contains(drawing.svg.dropLast()), "\(drawing.name)")
      }
    }
    for page in [
      "index.html", "Contract.html", "Documentation/Guides/Cookbook.html", "Documentation/Figures.html",
    ] {
      #expect(texts[page] != nil, "\(page)")
    }
    #expect(texts["marbles/all.js"] == "globalThis.marblesModule = \"AAEC\"\n")
  }

  /// What a page refers to is in the folder, its place in the page too.
  @Test func hasNoLinkThatLeadsNowhere() throws {
    let texts = try Self.texts.get()
    for (path, text) in texts where path.hasSuffix(".html") {
      let folder = path.split(separator: "/").dropLast()
      for match in text.matches(of: /<[^>]*? (?:href|src)="([^"]*)"/) {
        let target = String(match.1)
        if target.hasPrefix("data:") || target.hasPrefix("https://") || target.hasPrefix("http://") {
          continue
        }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        var place = Array(folder)
        for part in parts[0].split(separator: "/") {
          if part == ".." { _ = place.popLast() } else { place.append(part) }
        }
        let found = parts[0].isEmpty ? path : place.joined(separator: "/")
        guard let there = texts[found] else {
          Issue.record("\(path): there is no \(target)")
          continue
        }
        if parts.count > 1 { #expect(there.contains("id=\"\(parts[1])\""), "\(path): there is no \(target)") }
      }
    }
  }

  @Test func leadsFromAPictureToItsPage() throws {
    let list = try #require(try Self.texts.get()["Documentation/Operators.html"])
    #expect(
      list.contains("<a href=\"../operators/flatMap-merge.html\"><img src=\"Operators/flatMap-latest.svg\""))
  }

  @Test func needsNothingFromElsewhere() throws {
    let pages = try Self.texts.get().filter { $0.key.hasSuffix(".html") || $0.key == "site.css" }
    for (path, text) in pages {
      #expect(!text.contains(/<(?:script|link|img)[^>]*(?:src|href)="(?:https?:)?\/\//), "\(path)")
      #expect(!text.contains(/@import|url\(/) || path.hasSuffix(".html"), "\(path)")
    }
  }

  @Test func leadsToTheReferenceWhereThereIsOne() throws {
    let folder = try TemporaryFolder()
    let entries = #"[["Signals: EventStream.map(_:)","reference/documentation/signals/","Changes values."]]"#
    try Data(entries.utf8).write(to: folder.url.appending(path: "entries.json"))
    let files = try Site(repository: Self.repository, reference: folder.url).files()
    let texts = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.data, as: UTF8.self)) })
    #expect(texts["index.html"]?.contains("<li><a href=\"reference/documentation/\">") == true)
    #expect(texts["operators/map.html"]?.contains("<a href=\"../reference/documentation/\">") == true)
    #expect(texts["search.js"]?.contains("Changes values.") == true)
    #expect(try Self.texts.get()["index.html"]?.contains("reference/") == false)
    #expect(throws: SiteError.self) {
      try Site(repository: Self.repository, reference: folder.url.appending(path: "none"))
        .files()
    }
  }

  @Test func findsSectionsByTheirText() throws {
    let index = try #require(try Self.texts.get()["search.js"])
    #expect(index.contains("\"operators/debounce-for.html\""))
    #expect(index.contains("\"Contract.html#"))
  }

  @Test(
    arguments: [
      (["site"], "a folder is needed; see 'signalbox site --help'"),
      (["site", "a", "b"], "unexpected argument 'b'; see 'signalbox site --help'"),
      (["site", "--modules"], "--modules needs a folder; see 'signalbox site --help'"),
      (["site", "--reference"], "--reference needs a folder; see 'signalbox site --help'"),
      (["site", "--frob"], "unknown option '--frob'; see 'signalbox site --help'"),
    ])
  func saysWhatItDoesNotUnderstand(arguments: [String], message: String) {
    let screen = Screen()
    #expect(Program.run(arguments, on: screen.terminal()) == .usage)
    #expect(screen.errors == "signalbox: \(message)\n")
  }

  @Test func saysWhatItCannotRead() throws {
    let folder = try TemporaryFolder()
    let elsewhere = try BuiltProgram.run("site", "out", in: folder.url)
    #expect(elsewhere.status == 1)
    #expect(elsewhere.errors.hasPrefix("signalbox: there is no Documentation here"))
    let modules = try BuiltProgram.run("site", "out", "--modules", "none", in: folder.url)
    #expect(modules.status == 1)
    #expect(modules.errors == "signalbox: cannot read 'none/creation.wasm'\n")
  }
}
