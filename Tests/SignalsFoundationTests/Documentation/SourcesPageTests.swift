import Foundation
import TestSupport
import Testing

@Suite("Sources of the outside world", .mayBlock) struct SourcesPageTests {
  @Test(
    "The examples compile without warnings and print that",
    arguments: ["An example", "Logs and sinks"])
  func example(heading: String) throws {
    try Guide("Documentation/Sources of the outside world.md").program(below: heading).expectOutput()
  }
}
