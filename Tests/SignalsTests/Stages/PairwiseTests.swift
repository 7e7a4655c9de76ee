import Signals
import SignalsTesting
import Testing

@Suite struct PairwiseTests {
  @Test func pairsEachValueWithTheOneBefore() {
    expect("--a--b-----c--|", { $0.pairwise() }, "-----'ab'-----'bc'--|")
  }

  @Test func oneValueMakesNoPair() { expect("--a--|", { $0.pairwise() }, "-----|") }

  @Test func optionalValuesCount() {
    let values: [String: Int?] = ["n": .none, "1": 1]
    expect("-n-1-n-|", values: values, { $0.pairwise() }, "---'nil1'-'1nil'-|")
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.pairwise() }, "-----x") }

  @Test func forwardsInterruption() { expect("-a-b-!", { $0.pairwise() }, "---'ab'-!") }

  @Test func keepsTheContract() { checkContract { $0.pairwise() } }
}
