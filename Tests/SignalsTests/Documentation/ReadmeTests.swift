import Foundation
import Signals
import TestSupport
import Testing

@Suite("README")
struct ReadmeTests {
  @Test("The example is the code below, and prints what the README says")
  func example() throws {
    let example = try ReadmeExample(after: "## Ten lines")
    let code = lines(example.program.trimmingPrefix("import Signals\n"))
    let output = lines(example.output[...])

    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let body = try #require(source.firstMatch(of: #/\/\/ example\n(.+?)\n *\/\/ end/#.dotMatchesNewlines()))
    #expect(lines(body.1) == code)

    let log = Log<String>()
    runExample { log.add("\($0)") }
    #expect(log.entries == output)
  }

  @Test(
    "The examples compile without a warning, and print what the document says",
    arguments: [
      ("## State", "README.md"), ("## Signals and async/await: which when", "README.md"),
      ("## Finding leaked subscriptions", "README.md"),
      ("## An example", "Documentation/Guides/The property graph.md"),
    ])
  func programs(heading: String, document: String) throws {
    let example = try ReadmeExample(after: heading, in: document)
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(example.program, in: folder.url.appending(path: "example"))
    #expect(try program.run() == example.output)
  }

  private func runExample(print: @escaping @Sendable (Any) -> Void) {
    // example
    // Pushed: events are sent now, and every observer receives the same ones.
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
