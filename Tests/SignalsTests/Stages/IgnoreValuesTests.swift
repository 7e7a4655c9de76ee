import Signals
import SignalsTesting
import Testing

@Suite struct IgnoreValuesTests {
  @Test func leavesOutAllValues() { expect("--a--b--|", { $0.ignoreValues() }, "--------|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.ignoreValues() }, "-----x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.ignoreValues() }, "-----!") }

  @Test func disposalReachesTheSource() { expect("--a--b--|", { $0.ignoreValues() }, "---$") }

  @Test func keepsTheContract() { checkContract { $0.ignoreValues() } }
}
