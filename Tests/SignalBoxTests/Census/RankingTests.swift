import Foundation
import SignalsFoundation
import Testing

@testable import SignalBox

@Suite struct RankingTests {
  private func kind(_ name: String) -> Kind { Kind(of: FilePath("a.\(name)")) }

  private func ranking(_ readings: [Reading]) -> Ranking {
    readings.reduce(into: Ranking()) { $0.add($1) }
  }

  private func report(_ ranking: Ranking, limit: Int = 8) -> [String] {
    let screen = Screen()
    ranking.report(on: screen.terminal(), limit: limit)
    return screen.lines
  }

  @Test func ordersByLinesThenFilesThenName() {
    let line = Line(byteCount: 2, isBlank: false)
    let ranking = ranking([
      .file(kind("d")), .file(kind("c")), .file(kind("b")), .file(kind("b")), .line(line, kind("a")),
    ])
    #expect(ranking.ranked.map(\.kind.name) == ["a", "b", "c", "d"])
  }

  @Test func addsUp() {
    let ranking = ranking([
      .line(Line(byteCount: 5, isBlank: false), kind("a")), .line(Line(byteCount: 1), kind("a")),
      .line(Line(byteCount: 7, isBlank: false, isValidUTF8: false), kind("b")), .file(kind("a")),
      .file(kind("b")),
    ])
    #expect(ranking.kinds[kind("a")] == .init(files: 1, lines: 2, blankLines: 1, bytes: 6))
    #expect(ranking.total == .init(files: 2, lines: 3, blankLines: 1, bytes: 13))
    #expect(ranking.invalidLines == 1)
    #expect(ranking.progress == "2 files · 3 lines · a 2 · b 1")
  }

  @Test func gathersKindsBeyondTheLimit() {
    let lines = report(ranking(["a", "b", "c", "d"].map { .file(kind($0)) }), limit: 2)
    #expect(lines.contains { $0.hasPrefix("    2 other kinds ") && $0.contains("  2 files") })
  }

  @Test func staysNarrowWithLargeNumbers() {
    var readings: [Reading] = [.line(Line(byteCount: 1), kind("abcdefghijklmn"))]
    let path = String(repeating: "long/", count: 100)
    readings += (1...7).map { .unread(FileError(FilePath("\(path)\($0)"), .open, .system(code: EACCES))) }
    let lines = report(ranking(readings))
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.contains("    could not be read (7):"))
    #expect(lines.contains("      and 2 more"))
    #expect(lines.contains { $0.hasSuffix("/1': Permission denied") })
  }
}
