import Signals
import SignalsTesting
import Testing

@Suite struct AndThenTests {
  @Test func ignoresValuesAndGoesOnWithTheOther() {
    expect("--a--b--|", { $0.andThen(inner("-1-2-|", of: "", on: $1)) }, "---------1-2-|")
  }

  @Test func changesTheType() {
    expect("--a--|", { $0.andThen(SignalProducer<Int, TestFailure>([1, 2])) }, "-----(12|)")
  }

  @Test func aSignalIsHeardFromThenOn() {
    expect(["--a--|", "-1----2--|"], { $0[0].andThen($0[1]) }, "------2--|", only: .pushed)
  }

  @Test func failureAttachesNothing() {
    let starts = Log<String>()
    let other = SignalProducer<String, TestFailure>.never.on(starting: { starts.add("started") })
    expect("--a--x", { $0.andThen(other) }, "-----x")
    expect("--a--!", { $0.andThen(other) }, "-----!")
    #expect(starts.entries.isEmpty)
  }

  @Test func forwardsTheEndOfTheOther() {
    expect(["--|", "-----x"], { $0[0].andThen($0[1]) }, "-----x", only: .pushed)
    expect("--|", { $0.andThen(inner("-!", of: "", on: $1)) }, "---!")
  }

  @Test func disposesTheOther() {
    expectDisposal(of: ["--|", "---1-2-|"], { $0[0].andThen($0[1]).prefix(1) }, at: [2, 3], only: .pushed)
  }

  @Test func keepsTheContract() { checkContract { $0.andThen(SignalProducer([7, 8])) } }
}
