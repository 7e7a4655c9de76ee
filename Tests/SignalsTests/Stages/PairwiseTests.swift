import Signals
import SignalsTesting
import Testing

@Suite struct PairwiseTests {
  @Test func pairsEachValueWithTheOneBefore() {
    expect("--a--b-----c--|", { $0.pairwise() }, "-----'ab'-----'bc'--|")
  }

  @Test func oneValueMakesNoPair() { expect("--a--|", { $0.pairwise() }, "-----|") }

  @Test func optionalValuesCount() {
    let values: [String: Int?] = ["n": .none, "1": 1]
    expect("-n-1-n-|", values: values, { $0.pairwise() }, "---'nil1'-'1nil'-|")
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.pairwise() }, "-----x") }

  @Test func forwardsInterruption() { expect("-a-b-!", { $0.pairwise() }, "---'ab'-!") }

  @Test func keepsTheContract() { checkContract { $0.pairwise() } }
}

@Suite struct PairwiseInitialTests {
  @Test func pairsTheFirstValueToo() {
    expect("--a--b--|", { $0.pairwise(initial: "z") }, "--'za'--'ab'--|")
  }

  @Test func withoutValuesThereIsNoPair() { expect("--|", { $0.pairwise(initial: "z") }, "--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.pairwise(initial: "z") }, "--'za'--x") }

  @Test func forwardsInterruption() { expect("-a-!", { $0.pairwise(initial: "z") }, "-'za'-!") }

  @Test func eachStartBeginsAnew() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).pairwise(initial: 0).map { $0.previous }.repeat(2)
      .start(recorder.observer)
    #expect(recorder.values == [0, 1, 0, 1])
  }

  @Test func keepsTheContract() { checkContract { $0.pairwise(initial: 0) } }
}
