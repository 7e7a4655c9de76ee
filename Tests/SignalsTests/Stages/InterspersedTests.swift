import Signals
import SignalsTesting
import Testing

@Suite struct InterspersedTests {
  @Test func putsTheSeparatorBetween() {
    expect("--a--b--c--|", { $0.interspersed(with: "s") }, "--a--(sb)--(sc)--|")
  }

  @Test func oneValueNeedsNone() { expect("--a--|", { $0.interspersed(with: "s") }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.interspersed(with: "s") }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.interspersed(with: "s") }, "--a--!") }

  @Test func stopsAfterTheSeparator() {
    expect("--a--b--c--|", { $0.interspersed(with: "s").prefix(2) }, "--a--(s|)")
    expectDisposal(of: "--a--b--c--|", { $0.interspersed(with: "s").prefix(2) }, at: 5)
  }

  @Test("D2: disposal at the separator stops the value after it")
  func keepsTheContract() { checkContract { $0.interspersed(with: 0) } }
}
