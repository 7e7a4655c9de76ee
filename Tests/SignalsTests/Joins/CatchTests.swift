import Signals
import SignalsTesting
import Testing

@Suite struct CatchTests {
  @Test func goesOnWithAProducerAfterAFailure() {
    expect(
      ["--a--b--x", "-1-2-|"], { inputs in inputs[0].catch { _ in inputs[1] } }, "--a--b---1-2-|",
      only: .pulled)
  }

  @Test func goesOnWithASignalFromThatMoment() {
    expect(
      ["--a--x", "-1--2--3-|"], { inputs in inputs[0].catch { _ in inputs[1] } }, "--a----3-|",
      only: .pushed)
  }

  @Test func handsOverTheFailure() {
    expect(
      "--a--x",
      { stream in
        stream.mapError { _ in Oops(code: 7) }
          .catch { oops in SignalProducer<String, Never>(value: "\(oops.code)") }
      }, "--a--(7|)")
  }

  @Test func forwardsTheFailureOfTheReplacement() {
    expect("--a--x", { $0.catch { _ in SignalProducer<String, Oops>(error: Oops()) } }, "--a--x")
  }

  @Test func completesWithoutTheReplacement() {
    let replacement = SignalProducer<String, TestFailure>(value: "r")
    expect("--a--|", { $0.catch { _ in replacement } }, "--a--|")
    expect("--a--!", { $0.catch { _ in replacement } }, "--a--!")
  }

  @Test func letsGoOfEachWhenItEnds() {
    expectDisposal(
      of: ["--a--x", "-1--2--|"], { inputs in inputs[0].catch { _ in inputs[1] } }, at: [5, 12],
      only: .pulled)
  }

  @Test func keepsTheContract() {
    checkContract { $0.catch { _ in SignalProducer<Int, TestFailure>([7, 8]) } }
    checkContract { $0.catch { _ in SignalProducer<Int, TestFailure>.never } }
  }
}
