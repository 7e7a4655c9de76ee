import Signals
import SignalsTesting
import Testing

@Suite struct ReduceTests {
  @Test func combinesAllValues() {
    expect("--1--2--3--|", values: numbers, { $0.reduce(0) { $0 + $1 } }, "-----------(6|)")
  }

  @Test func changesOneResult() {
    expect("--a--b--b--|", { $0.reduce(into: "") { $0 += $1 } }, "-----------('abb'|)")
  }

  @Test func nothingGivesTheSeed() { expect("--|", { $0.reduce("s") { $0 + $1 } }, "--(s|)") }

  @Test func failureDropsTheResult() { expect("--a--x", { $0.reduce("s") { $0 + $1 } }, "-----x") }

  @Test func interruptionDropsTheResult() { expect("--a--!", { $0.reduce("s") { $0 + $1 } }, "-----!") }

  @Test func keepsTheContract() { checkContract { $0.reduce(0) { $0 + $1 } } }
}
