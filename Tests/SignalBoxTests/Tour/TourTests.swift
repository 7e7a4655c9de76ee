import Foundation
import SignalsFoundation
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

  // MARK: Step by step

  private func take(
    _ outcomes: [[Int]], pressing keys: String
  ) -> (status: SignalBox.ExitStatus, last: String?, calls: [FakeKeyboard.Call], errors: String) {
    let (screen, keyboard) = (Screen(), FakeKeyboard(keys))
    let status = Tour(steps: outcomes.map(FakeStep.init)).run(on: screen.terminal(keyboard: keyboard))
    return (status, screen.lines.dropLast().last, keyboard.calls, screen.errors)
  }

  @Test func waitsForAKeyAfterEachStepButTheLast() {
    let tour = take([[1, 2], [1, 2], [1, 2]], pressing: "x ")
    #expect(tour.status == .success)
    #expect(tour.last == "All 3 steps gave what they announced.")
    #expect(tour.calls == [.open, .key, .key, .close])
  }

  @Test(arguments: ["q", "Q"])
  func canBeLeft(key: String) {
    let tour = take([[1, 2], [1, 2], [1, 2]], pressing: "x" + key)
    #expect(tour.status == .success)
    #expect(tour.last == "Left after 2 of 3 steps; so far each gave what it announced.")
    #expect(tour.calls == [.open, .key, .key, .close])
    #expect(tour.errors.isEmpty)
  }

  @Test func saysWhatHasFailedWhenItIsLeft() {
    let tour = take([[2, 1], [2, 1]], pressing: "q")
    #expect(tour.status == .failure)
    #expect(tour.last == "Left after 1 of 2 steps.")
    #expect(tour.errors == "signalbox: step 1, A promise: \"It counts.\" announced [1, 2], saw [2, 1]\n")
  }

  @Test(arguments: ["r", "R"])
  func runsThroughTheRest(key: String) {
    let tour = take([[1, 2], [1, 2], [1, 2]], pressing: key + "q")
    #expect(tour.last == "All 3 steps gave what they announced.")
    #expect(tour.calls == [.open, .key, .close, .close])
  }

  /// The terminal may be back at the next step.
  @Test func goesOnWhereNoKeyCanCome() {
    let tour = take([[1, 2], [1, 2], [1, 2]], pressing: "")
    #expect(tour.last == "All 3 steps gave what they announced.")
    #expect(tour.calls == [.open, .key, .key, .close])
  }

  // MARK: The command

  @Test func readsItsOptions() throws {
    #expect(try TourOptions([]).paths == [FilePath(".")])
    #expect(try !TourOptions(["/"]).runsThrough)
    let options = try TourOptions(["/", "--run-through", "/tmp"])
    #expect(options.paths == [FilePath("/"), FilePath("/tmp")])
    #expect(options.runsThrough)
    #expect(throws: UsageError("cannot look at '--run-through': No such file or directory")) {
      try TourOptions(["--", "--run-through"])
    }
    #expect(
      throws: UsageError(
        "unknown option '--run-thruogh'; did you mean --run-through? see 'signalbox tour --help'")
    ) { try TourOptions(["--run-thruogh"]) }
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
