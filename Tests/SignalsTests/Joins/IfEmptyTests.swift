import Signals
import SignalsTesting
import Testing

@Suite struct IfEmptyTests {
  @Test func goesOnWithTheOther() {
    expect("-----|", { $0.ifEmpty(switchTo: inner("-1-2-|", of: "", on: $1)) }, "------1-2-|")
  }

  @Test func oneValueIsEnough() {
    expect("--a--|", { $0.ifEmpty(switchTo: inner("-1-2-|", of: "", on: $1)) }, "--a--|")
  }

  @Test func failureIsNotEmpty() {
    expect("-----x", { $0.ifEmpty(switchTo: inner("-1-2-|", of: "", on: $1)) }, "-----x")
  }

  @Test func interruptionIsNotEmpty() {
    expect("-----!", { $0.ifEmpty(switchTo: inner("-1-2-|", of: "", on: $1)) }, "-----!")
  }

  @Test func forwardsTheEndOfTheOther() {
    expect("--|", { $0.ifEmpty(switchTo: inner("-1-x", of: "", on: $1)) }, "---1-x")
  }

  @Test func doesNotAttachTheOtherBefore() {
    let starts = Log<String>()
    let other = SignalProducer<String, TestFailure>.never.on(starting: { starts.add("started") })
    expect("--a--|", { $0.ifEmpty(switchTo: other) }, "--a--|")
    #expect(starts.entries.isEmpty)
  }

  @Test func disposesTheOther() {
    expectDisposal(
      of: ["--|", "---1-2-|"], { $0[0].ifEmpty(switchTo: $0[1]).prefix(1) }, at: [2, 3], only: .pushed)
  }

  @Test func keepsTheContract() {
    checkContract { $0.ifEmpty(switchTo: SignalProducer([7, 8])) }
    checkContract { $0.filter { _ in false }.ifEmpty(switchTo: SignalProducer([7, 8])) }
  }
}
