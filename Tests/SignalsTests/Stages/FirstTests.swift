import Signals
import SignalsTesting
import Testing

@Suite struct FirstTests {
  @Test func passesOnTheFirstValue() {
    expect("--a--b--|", { $0.first() }, "--(a|)")
    expectDisposal(of: "--a--b--|", { $0.first() }, at: 2)
  }

  @Test func passesOnTheFirstThatSatisfies() {
    expect("--1--2--5--|", values: numbers, { $0.first(where: { $0 > 1 }) }, "-----(2|)")
    expectDisposal(of: "--a--b--|", { $0.first(where: { $0 == "b" }) }, at: 5)
  }

  @Test func mayBeMissing() {
    expect("--|", { $0.first() }, "--|")
    expect("--a--|", { $0.first(where: { $0 == "b" }) }, "-----|")
  }

  @Test func forwardsFailure() {
    expect("--x", { $0.first() }, "--x")
    expect("--a--x", { $0.first(where: { $0 == "b" }) }, "-----x")
  }

  @Test func forwardsInterruption() {
    expect("--!", { $0.first() }, "--!")
    expect("--a--!", { $0.first(where: { $0 == "b" }) }, "-----!")
  }

  @Test func keepsTheContract() {
    checkContract { $0.first() }
    checkContract { $0.first(where: { $0 > 2 }) }
  }
}
