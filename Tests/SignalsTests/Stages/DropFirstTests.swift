import Signals
import SignalsTesting
import Testing

@Suite struct DropFirstTests {
  @Test func leavesOutTheFirstValues() { expect("--a--b--c--d--|", { $0.dropFirst(2) }, "--------c--d--|") }

  @Test func leavesOutOneByDefault() { expect("--a--b--|", { $0.dropFirst() }, "-----b--|") }

  @Test func zeroLeavesOutNothing() { expect("--a--b--|", { $0.dropFirst(0) }, "--a--b--|") }

  @Test func mayEndBefore() { expect("--a--|", { $0.dropFirst(2) }, "-----|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.dropFirst(2) }, "-----x") }

  @Test func forwardsInterruption() { expect("--a--b--!", { $0.dropFirst(1) }, "-----b--!") }

  @Test func keepsTheContract() { checkContract { $0.dropFirst(2) } }
}
