import Signals
import SignalsTesting
import Testing

@Suite struct MinMaxTests {
  @Test func sendsTheLeastAndTheGreatest() {
    expect("--b--a--c--|", { $0.min() }, "-----------(a|)")
    expect("--b--c--a--|", { $0.max() }, "-----------(c|)")
  }

  @Test func nothingGivesNothing() {
    expect("--|", { $0.min() }, "--|")
    expect("--|", { $0.max() }, "--|")
  }

  @Test func failureGivesNothing() {
    expect("--a--x", { $0.min() }, "-----x")
    expect("--a--x", { $0.max() }, "-----x")
  }

  @Test func interruptionGivesNothing() {
    expect("--a--!", { $0.min() }, "-----!")
    expect("--a--!", { $0.max() }, "-----!")
  }

  @Test func disposalGivesNothing() { expect("--a----|", { $0.min() }, "----$") }

  @Test func keepsTheContract() {
    checkContract { $0.min() }
    checkContract { $0.max() }
  }
}
