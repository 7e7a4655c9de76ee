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
    }.startWithFailed { _ in }
    #expect(calls.entries == [1, 2, 3])
  }

  @Test func givesAFailureToStreamsThatCannotFail() {
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Never>([1, 2]).attemptMap { value -> Result<Int, Oops> in
      value < 2 ? .success(value) : .failure(Oops(code: value))
    }.start(recorder.observer)
    #expect(recorder.events == [.next(1), .failed(Oops(code: 2))])
  }

  @Test func theClosureCanThrow() {
    expect("--1--9--3--|", values: numbers, { $0.attemptMap(third) }, "--'0'--x")
    expect(
      "--1--9--|", values: numbers, { $0.attemptMap { n throws(TestFailure) in try third(n) } }, "--'0'--x")
    expectDisposal(of: "--a--b--|", { $0.attemptMap { _ throws(TestFailure) in throw TestFailure() } }, at: 2)
  }

  @Test func anErrorGivesAFailureToStreamsThatCannotFail() {
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Never>(1...9)
      .attemptMap { value throws(Oops) in if value == 2 { throw Oops(code: value) } else { value } }
      .start(recorder.observer)
    #expect(recorder.events == [.next(1), .failed(Oops(code: 2))])
  }

  @Test func anErrorOfAnyTypeIsAFailureToo() {
    let recorder = Recorder<Int, any Error>()
    let failing: SignalProducer<Int, any Error> = SignalProducer<Int, Never>(1...9).attemptMap { value in
      if value == 2 { throw Oops(code: value) }
      return value
    }
    failing.attemptMap { try lessThanNine($0) }.start(recorder.observer)
    #expect(recorder.values == [1])
    guard case .failed(let error)? = recorder.events.last else { return #expect(Bool(false)) }
    #expect(error as? Oops == Oops(code: 2))
  }

  @Test func aClosureThatReturnsAResultMeansTheResult() {
    let sure = SignalProducer<Int, Never>([1])
    let results: [SignalProducer<Int, Oops>] = [
      sure.attemptMap { Result<Int, Oops>.success($0) },
      sure.attemptMap { value -> Result<Int, Oops> in .success(value) },
      sure.setFailureType().attemptMap { Result<Int, Oops>.success($0) },
      sure.setFailureType().attemptMap { $0 > 2 ? .failure(Oops()) : .success($0) },
      sure.setFailureType(to: Oops.self).attemptMap { value in
        if value > 2 { return Result<Int, Oops>.failure(Oops()) }
        return .success(value)
      },
    ]
    let recorder = Recorder<Int, Oops>()
    SignalProducer.merge(results).start(recorder.observer)
    #expect(recorder.values == [1, 1, 1, 1, 1])
  }

  @Test func forwardsFailure() { expect("--1--x", values: numbers, { $0.attemptMap(half) }, "--'0'--x") }

  @Test func forwardsInterruption() {
    expect("--1--!", values: numbers, { $0.attemptMap(half) }, "--'0'--!")
  }

  @Test func keepsTheContract() {
    checkContract { $0.attemptMap(half) }
    checkContract { $0.attemptMap(third) }
    checkContract { $0.attemptMap { $0 < 3 ? .success($0) : .failure(TestFailure()) } }
  }
}

/// Half of a number; 9 is no good.
private func half(_ value: Int) -> Result<Int, TestFailure> {
  value == 9 ? .failure(TestFailure()) : .success(value / 2)
}

/// A third of a number; 9 is no good.
@Sendable private func third(_ value: Int) throws(TestFailure) -> Int {
  if value == 9 { throw TestFailure() }
  return value / 3
}

@Sendable private func lessThanNine(_ value: Int) throws -> Int {
  if value == 9 { throw Oops() }
  return value
}
