import Signals
import SignalsTesting
import Testing

@Suite struct NegateTests {
  private let truth = ["t": true, "f": false]

  @Test func turnsEachValue() { expect("-t-f-|", values: truth, { $0.negate() }, "-'false'-'true'-|") }

  @Test func forwardsFailure() { expect("-t-x", values: truth, { $0.negate() }, "-'false'-x") }

  @Test func forwardsInterruption() { expect("-t-!", values: truth, { $0.negate() }, "-'false'-!") }

  @Test func keepsTheContract() { checkContract { $0.map { $0 > 2 }.negate() } }
}
