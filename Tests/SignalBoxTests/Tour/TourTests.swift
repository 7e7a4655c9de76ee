import Foundation
import TestSupport
import Testing

@testable import SignalBox

/// The tour, as a user of the program sees it.
@Suite struct TourTests {
  @Test func showsAllStepsAndHolds() throws {
    let folder = try TemporaryFolder()
    try folder.write("a.txt", "one\ntwo\n")
    let outcome = try BuiltProgram.run("tour", in: folder.url)

    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let titles = outcome.lines.filter { $0.hasSuffix("───") && $0.hasPrefix(" ") && !$0.hasPrefix("  ") }
    let count = Tour.full(reading: []).steps.count
    #expect(titles.count == count)
    for (index, title) in titles.enumerated() { #expect(title.hasPrefix(" \(index + 1)  ")) }
    #expect(outcome.output.contains("✓"))
    #expect(!outcome.output.contains("✗"))
    #expect(outcome.lines.suffix(2) == ["All \(count) steps gave what they announced.", ""])
  }

  @Test func isPlainAndNarrowInAPipe() throws {
    let folder = try TemporaryFolder()
    try folder.write("\(String(repeating: "long", count: 40)).txt", "one\n")
    let outcome = try BuiltProgram.run("tour", folder.url.path)
    #expect(outcome.lines.filter { $0.count > 80 } == [])
    #expect(!outcome.output.contains("\u{1B}"))
    #expect(!outcome.output.contains("\r"))
  }

  @Test func failsWhenAStepDoesNotHold() {
    let screen = Screen()
    let tour = Tour(steps: [FakeStep(seen: [1, 2]), FakeStep(seen: [2, 1]), FakeStep(seen: [1, 2])])
    #expect(tour.run(on: screen.terminal()) == .failure)
    #expect(
      screen.errors == """
        signalbox: step 2, A promise: "It counts." announced [1, 2], saw [2, 1]

        """)
    #expect(screen.lines.filter { $0 == "  ✓ It counts." }.count == 2)
    #expect(screen.lines.filter { $0 == "  ✗ It counts." }.count == 1)
    #expect(!screen.output.contains("gave what they announced"))
  }

  @Test func holdsWhenEveryStepDoes() {
    let screen = Screen()
    #expect(Tour(steps: [FakeStep(seen: [1, 2])]).run(on: screen.terminal()) == .success)
    #expect(screen.errors.isEmpty)
    #expect(screen.lines.suffix(2) == ["All 1 step gave what they announced.", ""])
  }
}

private struct FakeStep: Step {
  let seen: [Int]
  let title = "A promise"
  let announcement = "Counts to two."

  func run(on terminal: Terminal) -> [Check] {
    [Check("It counts.", announced: [1, 2], seen: seen)]
  }
}
