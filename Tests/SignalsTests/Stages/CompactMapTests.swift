import Signals
import SignalsTesting
import Testing

@Suite struct CompactMapTests {
  @Test func passesOnWhatIsNotNil() {
    expect("--1--b--3--|", { $0.compactMap { Int($0) } }, "--1-----3--|")
  }

  @Test func optionalResultsLoseOneLayerOnly() {
    let results: [String: Int??] = ["a": .some(.some(1)), "b": .some(.none), "c": .none]
    expect("a-b-c-|", { $0.compactMap { results[$0] ?? nil } }, "1-'nil'---|")
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.compactMap { Int($0) } }, "-----x") }

  @Test func forwardsInterruption() { expect("--1--!", { $0.compactMap { Int($0) } }, "--1--!") }

  @Test func keepsTheContract() { checkContract { $0.compactMap { $0 > 2 ? "\($0)" : nil } } }
}
