import Signals
import SignalsTesting
import Testing

@Suite struct LastTests {
  @Test func passesOnTheLastValue() { expect("--a--b--|", { $0.last() }, "--------(b|)") }

  @Test func passesOnTheLastThatSatisfies() {
    expect("--1--2--5--|", values: numbers, { $0.last(where: { $0 < 5 }) }, "-----------(2|)")
  }

  @Test func mayBeMissing() {
    expect("--|", { $0.last() }, "--|")
    expect("--a--|", { $0.last(where: { $0 == "b" }) }, "-----|")
  }

  @Test func failureDropsIt() {
    expect("--a--x", { $0.last() }, "-----x")
    expect("--a--x", { $0.last(where: { $0 == "a" }) }, "-----x")
  }

  @Test func interruptionDropsIt() { expect("--a--!", { $0.last() }, "-----!") }

  @Test func disposalDropsIt() { expect("--a----|", { $0.last() }, "----$") }

  @Test func keepsTheContract() {
    checkContract { $0.last() }
    checkContract { $0.last(where: { $0 > 2 }) }
  }
}
