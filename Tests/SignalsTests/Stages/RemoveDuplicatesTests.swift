import Signals
import SignalsTesting
import Testing

@Suite struct RemoveDuplicatesTests {
  @Test func leavesOutEqualNeighbours() {
    expect("--a--a--b--a--|", { $0.removeDuplicates() }, "--a-----b--a--|")
  }

  @Test func comparesWithTheValuePassedOnLast() {
    expect("12345|", values: numbers, { $0.removeDuplicates { abs($0 - $1) < 3 } }, "1--4-|")
  }

  @Test func optionalValuesCount() {
    let values: [String: Int?] = ["n": .none, "1": 1]
    expect("-n-n-1-n-|", values: values, { $0.removeDuplicates() }, "-'nil'---1-'nil'-|")
  }

  @Test func forwardsFailure() { expect("--a--a--x", { $0.removeDuplicates() }, "--a-----x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.removeDuplicates() }, "--a--!") }

  @Test func keepsTheContract() { checkContract { $0.removeDuplicates { $0 / 2 == $1 / 2 } } }
}
