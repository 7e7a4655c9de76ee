import Signals
import SignalsTesting
import Testing

@Suite struct MapTests {
  @Test func transformsEachValue() {
    expect("--1--2--3--|", values: numbers, { $0.map { $0 * 10 } }, "--'10'--'20'--'30'--|")
  }

  @Test func takesAKeyPath() { expect("--a--b--|", { $0.map(\.count).map { "\($0)" } }, "--'1'--'1'--|") }

  @Test func takesAKeyPathInAVariable() {
    let length: KeyPath<String, Int> & Sendable = \.count
    let keyPath = \Int.description
    expect("--a--b--x", { $0.map(length).map(keyPath) }, "--1--1--x")
  }

  /// The compiler must not have to choose what `map` means: it tries all combinations along a chain.
  @Test func compilesInALongChain() {
    expect(
      "--1--2--|", values: numbers,
      {
        $0.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
          .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
      }, "--'11'--'12'--|")
  }

  @Test func replacesEachValue() { expect("--a--b--|", { $0.map(to: 7) }, "--7--7--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.map { $0 + $0 } }, "--'aa'--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.map { $0 + $0 } }, "--'aa'--!") }

  @Test func stopsAtDisposal() { expect("--a--b--c--|", { $0.map { $0.uppercased() } }, "--A--(B$)") }

  @Test func keepsTheContract() { checkContract { $0.map { $0 + 1 } } }
}
