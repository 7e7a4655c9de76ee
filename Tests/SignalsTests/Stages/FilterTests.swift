import Signals
import SignalsTesting
import Testing

@Suite struct FilterTests {
  @Test func passesOnWhatIsIncluded() {
    expect("--1--2--3--4--|", values: numbers, { $0.filter { $0.isMultiple(of: 2) } }, "-----2-----4--|")
  }

  @Test func mayPassOnNothing() { expect("--a--b--|", { $0.filter { _ in false } }, "--------|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.filter { $0 == "b" } }, "-----x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.filter { $0 == "b" } }, "-----!") }

  @Test func keepsTheContract() { checkContract { $0.filter { $0.isMultiple(of: 2) } } }
}
