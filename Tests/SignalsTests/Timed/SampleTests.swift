import Signals
import SignalsTesting
import Testing

@Suite struct SampleTests {
  @Test func passesOnTheNewestRegularly() {
    expect("--a-b-c----------d-|", { $0.sample(every: .seconds(5), on: $1) }, "-----b----c--------|")
  }

  @Test func forwardsFailure() {
    expect("--a-x", { $0.sample(every: .seconds(5), on: $1) }, "----x")
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "--a-b-c--d--|", { $0.sample(every: .seconds(5), on: $1).prefix(1) }, at: 5)
  }

  @Test func keepsTheContract() { checkContract { $0.sample(every: .seconds(2), on: $1) } }
}
