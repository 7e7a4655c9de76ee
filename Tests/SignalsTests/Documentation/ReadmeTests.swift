import Foundation
import Signals
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  @Test("The example is the code below, and prints what the README says")
  func example() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let match = try #require(
      readme.firstMatch(
        of: #/```swift\nimport Signals\n\n(.+?)```\s+prints\s+```\n(.+?)```/#.dotMatchesNewlines()))
    let (code, output) = (lines(match.1), lines(match.2))

    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let body = try #require(source.firstMatch(of: #/\/\/ example\n(.+?)\n *\/\/ end/#.dotMatchesNewlines()))
    #expect(lines(body.1) == code)

    let log = Log<String>()
    runExample { log.add("\($0)") }
    #expect(log.entries == output)
  }

  @Test("The example of state compiles without a warning, and prints what the README says")
  func stateExample() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let match = try #require(
      readme.firstMatch(of: #/## State.+?```swift\n(.+?)```\s+prints\s+```\n(.+?)```/#.dotMatchesNewlines()))
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }  // What is left there harms nobody.
    let program = try CompiledProgram(String(match.1), in: folder)
    #expect(try program.run() == String(match.2))
  }

  private func runExample(print: @escaping @Sendable (Any) -> Void) {
    // example
    // Pushed: it happens now, and everybody who observes hears the same.
    let (clicks, input) = Signal<Int, Never>.pipe()
    clicks.map { "click \($0)" }.observeValues { print($0) }

    // Pulled: nothing happens until it is started, and each start does the work anew.
    let squares = SignalProducer<Int, Never>(1...5).map { $0 * $0 }
    squares.filter { $0 > 5 }.collect().startWithValues { print($0) }

    // Together: what combines streams takes either kind.
    clicks.zip(with: squares).observeValues { print("\($0) brings \($1)") }
    (1...3).forEach(input.send)
    // end
  }

  private func lines(_ text: Substring) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
