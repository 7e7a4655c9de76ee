import Foundation
import TestSupport
import Testing

@Suite("Sources of the outside world") struct SourcesPageTests {
  @Test("The example compiles without a warning, and prints what the page says")
  func example() throws {
    let example = try ReadmeExample(
      after: "## An example", in: "Documentation/Sources of the outside world.md")
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      example.program, using: ["Signals", "SignalsFoundation", "SystemCalls"],
      in: folder.url.appending(path: "example"))
    #expect(try program.run() == example.output)
  }
}
