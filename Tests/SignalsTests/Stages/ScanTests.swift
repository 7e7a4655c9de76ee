import Signals
import SignalsTesting
import Testing

@Suite struct ScanTests {
  @Test func passesOnEveryResultButTheSeed() {
    expect("--1--2--3--|", values: numbers, { $0.scan(0) { $0 + $1 } }, "--1--3--6--|")
  }

  @Test func changesOneResult() {
    expect("--a--b--c--|", { $0.scan(into: "") { $0 += $1 } }, "--a--'ab'--'abc'--|")
  }

  @Test func nothingGivesNothing() { expect("--|", { $0.scan("s") { $0 + $1 } }, "--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.scan("s") { $0 + $1 } }, "--'sa'--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.scan("s") { $0 + $1 } }, "--'sa'--!") }

  @Test func keepsTheContract() { checkContract { $0.scan(0) { $0 + $1 } } }
}
