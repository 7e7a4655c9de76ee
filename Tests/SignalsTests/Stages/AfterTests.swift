import Signals
import SignalsTesting
import Testing

@Suite struct AfterTests {
  @Test func changesNothing() {
    expect("--a--b--|", { $0.after(next: { _ in }) }, "--a--b--|")
    expect("--a--x", { $0.after() }, "--a--x")
    expect("--a--!", { $0.after(terminated: {}) }, "--a--!")
  }

  @Test(
    arguments: [
      ("a|", "completed"), ("ax", "failed"), ("a!", "interrupted"),
    ], TestedDrive.allCases)
  func runsAfterEachEvent(_ input: (diagram: String, end: String), _ drive: TestedDrive) {
    let log = Log<String>()
    expect(
      input.diagram,
      { stream in
        stream.after(
          next: { log.add("next \($0)") }, failed: { _ in log.add("failed") },
          completed: { log.add("completed") }, interrupted: { log.add("interrupted") },
          terminated: { log.add("terminated") }
        ).on(next: { log.add("\($0) arrives") }, terminated: { log.add("the end arrives") })
      },
      input.diagram, only: drive)
    #expect(log.entries == ["a arrives", "next a", "the end arrives", input.end, "terminated"])
  }

  @Test func allObserversOfASignalComeFirst() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = signal.after(next: { log.add("after \($0)") })
    derived.observeValues { log.add("first \($0)") }
    derived.observeValues { log.add("second \($0)") }
    input.send(1)
    #expect(log.entries == ["first 1", "second 1", "after 1"])
  }

  @Test func theValueThatIsDisposedAtCountsToo() {
    let log = Log<Int>()
    SignalProducer<Int, Never>(1...3).after(next: { log.add($0) }).prefix(2).start()
    #expect(log.entries == [1, 2])
  }

  @Test func disposalOfAStartInterrupts() {
    let log = Log<String>()
    SignalProducer<Int, Never>.never
      .after(interrupted: { log.add("interrupted") }, terminated: { log.add("terminated") })
      .start().dispose()
    #expect(log.entries == ["interrupted", "terminated"])
  }

  @Test func keepsTheContract() { checkContract { $0.after(next: { _ in }, terminated: {}) } }
}
