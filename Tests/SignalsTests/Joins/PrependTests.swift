import Signals
import SignalsTesting
import Testing

@Suite struct PrependTests {
  @Test func beginsWithAnotherStream() {
    expect(["--a--b--|", "-1-2-|"], { $0[0].prepend($0[1]) }, "-1-2---a--b--|")
  }

  @Test func beginsWithValues() { expect("--a--b--|", { $0.prepend("p", "q") }, "(pq)-a--b--|") }

  @Test func forwardsTheFailureOfEither() {
    expect(["--a--x", "-1-|"], { $0[0].prepend($0[1]) }, "-1---a--x")
    expect(["--a--|", "-1-x"], { $0[0].prepend($0[1]) }, "-1-x")
  }

  @Test func doesNotGoOnAfterInterruption() {
    expect(["--a--|", "-1-!"], { $0[0].prepend($0[1]) }, "-1-!")
  }

  @Test func letsGoOfTheSourceWhenItEnds() { expectDisposal(of: "--a--|", { $0.prepend("p") }, at: 5) }

  @Test func stopsAtDisposal() { expect("--a--b--|", { $0.prepend("p") }, "p-a--(b$)") }

  @Test func keepsTheContract() { checkContract { $0.prepend(7, 8) } }
}
