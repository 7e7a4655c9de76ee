import Foundation
import TestSupport
import Testing

@Suite("README, SignalsFoundation") struct FoundationReadmeTests {
  @Test("The example compiles without a warning, and prints what the README says")
  func example() throws {
    let example = try ReadmeExample(after: "## Sources of")
    let folder = try TemporaryFolder()
    let program = try CompiledProgram(
      example.program, using: ["Signals", "SignalsFoundation", "SystemCalls"],
      in: folder.url.appending(path: "example"))
    #expect(try program.run() == example.output)
  }
}
