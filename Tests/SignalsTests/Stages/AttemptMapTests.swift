import Signals
import SignalsTesting
import Testing

@Suite struct AttemptMapTests {
  @Test func transformsEachValue() {
    expect("--1--2--|", values: numbers, { $0.attemptMap(half) }, "--'0'--'1'--|")
  }

  @Test func failsWithTheFirstTransformationThatDoes() {
    expect("--1--9--3--|", values: numbers, { $0.attemptMap(half) }, "--'0'--x")
    expectDisposal(of: "--a--b--|", { $0.attemptMap { _ in Result<Int, _>.failure(TestFailure()) } }, at: 2)
  }

  @Test func transformsNothingAfterAFailure() {
    let calls = Log<Int>()
    SignalProducer<Int, Oops>(1...9).attemptMap { value -> Result<Int, Oops> in
      calls.add(value)
      return value < 3 ? .success(value) : .failure(Oops())
    }.start()
    #expect(calls.entries == [1, 2, 3])
  }

  @Test func givesAFailureToStreamsThatCannotFail() {
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Never>([1, 2]).attemptMap { value -> Result<Int, Oops> in
      value < 2 ? .success(value) : .failure(Oops(code: value))
    }.start(recorder.observer)
    #expect(recorder.events == [.next(1), .failed(Oops(code: 2))])
  }

  @Test func forwardsFailure() { expect("--1--x", values: numbers, { $0.attemptMap(half) }, "--'0'--x") }

  @Test func forwardsInterruption() {
    expect("--1--!", values: numbers, { $0.attemptMap(half) }, "--'0'--!")
  }

  @Test func keepsTheContract() {
    checkContract { $0.attemptMap(half) }
    checkContract { $0.attemptMap { $0 < 3 ? .success($0) : .failure(TestFailure()) } }
  }
}

/// Half of a number; 9 is no good.
private func half(_ value: Int) -> Result<Int, TestFailure> {
  value == 9 ? .failure(TestFailure()) : .success(value / 2)
}
