import Foundation
import Testing

@Suite struct LengthTests {
  @Test(
    "An example can be read at one sitting",
    arguments: ["count/Count.swift", "fetch/Fetch.swift", "ship/Ship.swift", "tail/Tail.swift"])
  func lines(file: String) throws {
    let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources")
    let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 150)
    let folder = sources.appending(path: file).deletingLastPathComponent()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
  }
}
