import Signals
import SignalsTesting
import Testing

@Suite struct MapTests {
  @Test func transformsEachValue() {
    expect("--1--2--3--|", values: numbers, { $0.map { $0 * 10 } }, "--'10'--'20'--'30'--|")
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.map { $0 + $0 } }, "--'aa'--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.map { $0 + $0 } }, "--'aa'--!") }

  @Test func stopsAtDisposal() { expect("--a--b--c--|", { $0.map { $0.uppercased() } }, "--A--(B$)") }

  @Test func keepsTheContract() { checkContract { $0.map { $0 + 1 } } }
}
