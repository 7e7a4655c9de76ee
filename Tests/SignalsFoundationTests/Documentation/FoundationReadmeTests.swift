import Foundation
import TestSupport
import Testing

@Suite("README, SignalsFoundation") struct FoundationReadmeTests {
  @Test("The example compiles without a warning, and prints what the README says")
  func example() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let match = try #require(
      readme.firstMatch(
        of: #/## Sources of .+?```swift\n(.+?)```\s+prints\s+```\n(.+?)```/#.dotMatchesNewlines()))
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      String(match.1), using: ["Signals", "SignalsFoundation", "SystemCalls"],
      in: folder.url.appending(path: "example"))
    #expect(try program.run() == String(match.2))
  }
}
