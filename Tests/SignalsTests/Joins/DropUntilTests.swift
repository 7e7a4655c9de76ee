import Signals
import SignalsTesting
import Testing

@Suite struct DropUntilTests {
  @Test func beginsWithTheTrigger() {
    expect(["--a--b--c--|", "------1-2"], { $0[0].drop(until: $0[1].neverFailing) }, "--------c--|")
  }

  @Test func aTriggerThatFiresAtOnceLeavesOutNothing() {
    expect("a--b--|", { $0.drop(until: SignalProducer<Int, Never>(value: 1)) }, "a--b--|")
  }

  @Test func aTriggerWithoutAValueLeavesOutEverything() {
    expect(["--a--b--|", "---|"], { $0[0].drop(until: $0[1].neverFailing) }, "--------|")
    expect(["--a--b--|", "---!"], { $0[0].drop(until: $0[1].neverFailing) }, "--------|")
  }

  @Test func forwardsFailure() {
    expect(["--a--x", "-1"], { $0[0].drop(until: $0[1].neverFailing) }, "--a--x")
    expect(["--a--x", "-------1"], { $0[0].drop(until: $0[1].neverFailing) }, "-----x")
  }

  @Test func forwardsInterruption() {
    expect(["--a--!", "-1"], { $0[0].drop(until: $0[1].neverFailing) }, "--a--!")
  }

  @Test func letsGoOfTheTriggerWhenItHasFired() {
    expectDisposal(
      of: ["--a--b--c--|", "---1--2--"], { $0[0].drop(until: $0[1].neverFailing) }, at: [11, 3])
  }

  @Test func disposesBoth() {
    expectDisposal(
      of: ["--a--|", "-------1--"], { $0[0].drop(until: $0[1].neverFailing) }, at: [5, 5])
  }

  @Test func keepsTheContract() {
    checkContract { $0.drop(until: SignalProducer<Int, Never>(value: 1)) }
    checkContract { stream in stream.drop(until: stream.filter { $0 == 2 }.completeOnError()) }
  }
}
