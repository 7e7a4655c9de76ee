import Signals
import SignalsTesting
import Testing

@Suite struct ReplaceNilTests {
  private let values: [String: Int?] = ["1": 1, "n": .none]

  @Test func passesOnAValueInPlaceOfNil() {
    expect("--1--n--1--|", values: values, { $0.replaceNil(with: 7) }, "--1--7--1--|")
  }

  @Test func forwardsFailure() { expect("--n--x", values: values, { $0.replaceNil(with: 7) }, "--7--x") }

  @Test func forwardsInterruption() { expect("--1--!", values: values, { $0.replaceNil(with: 7) }, "--1--!") }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.map { Optional($0) }.replaceNil(with: "z").prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 7) } }
}
