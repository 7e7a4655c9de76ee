import Signals
import SignalsTesting
import Testing

@Suite struct CountTests {
  @Test func countsTheValues() { expect("--a--b--c--|", { $0.count() }, "-----------(3|)") }

  @Test func nothingGivesZero() { expect("--|", { $0.count() }, "--(0|)") }

  @Test func failureGivesNoNumber() { expect("--a--x", { $0.count() }, "-----x") }

  @Test func interruptionGivesNoNumber() { expect("--a--!", { $0.count() }, "-----!") }

  @Test func disposalGivesNoNumber() { expect("--a----|", { $0.count() }, "----$") }

  @Test func keepsTheContract() { checkContract { $0.count() } }
}
