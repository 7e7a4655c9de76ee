import Signals
import SignalsTesting
import Testing

@Suite struct CompactedTests {
  private let values: [String: Int?] = ["1": 1, "n": .none, "3": 3]

  @Test func leavesOutNil() { expect("--1--n--3--|", values: values, { $0.compacted() }, "--1-----3--|") }

  @Test func forwardsFailure() { expect("--1--nx", values: values, { $0.compacted() }, "--1---x") }

  @Test func forwardsInterruption() { expect("--n--!", values: values, { $0.compacted() }, "-----!") }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.map { Optional($0) }.compacted().prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.map { $0 == 2 ? nil : $0 }.compacted() } }
}
