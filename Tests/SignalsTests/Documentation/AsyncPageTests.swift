import TestSupport
import Testing

@Suite("Async.md", .mayBlock) struct AsyncPageTests {
  @Test(arguments: ["Actors", "Task-local values"])
  func printsWhatIsShown(heading: String) throws {
    try Guide("Documentation/Async.md").program(below: heading).expectOutput()
  }
}
