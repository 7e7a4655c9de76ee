import Signals
import SignalsTesting
import Testing

@Suite struct MaterializeResultsTests {
  @Test func makesResultsOfValues() {
    expect("--a--|", { $0.materializeResults().map(text) }, "--'a'--|")
  }

  @Test func completesAfterAFailure() {
    expect("--a--x", { $0.materializeResults().map(text) }, "--'a'--('failure'|)")
  }

  @Test func forwardsInterruption() { expect("--a--!", { $0.materializeResults().map(text) }, "--'a'--!") }

  @Test("D2: a start that is disposed of gets no failure") func disposedAtTheEnd() {
    let recorder = Recorder<Result<Int, Oops>, Never>()
    let start = SerialDisposable()
    let (signal, input) = Signal<Int, Oops>.pipe()
    start.inner = signal.producer.on(failed: { _ in start.dispose() }).materializeResults()
      .start(recorder.observer)
    input.fail(Oops())
    #expect(recorder.values.isEmpty)
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.materializeResults().prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.materializeResults() } }
}

@Suite struct DematerializeResultsTests {
  @Test(arguments: ["--a--|", "--a--x", "--a--!", "--a--b--"]) func isTheReverse(_ diagram: String) {
    expect(diagram, { $0.materializeResults().dematerializeResults() }, diagram)
  }

  @Test func failsWithTheFirstFailure() {
    let results: [Result<Int, Oops>] = [.success(1), .failure(Oops(code: 2)), .success(3), .failure(Oops())]
    let recorder = Recorder<Int, Oops>()
    SignalProducer(results).dematerializeResults().start(recorder.observer)
    #expect(recorder.events == [.next(1), .failed(Oops(code: 2))])
    expectDisposal(
      of: "--a--b--|",
      { $0.completeOnError().map { _ in Result<Int, Oops>.failure(Oops()) }.dematerializeResults() }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.materializeResults().dematerializeResults() } }
}

private func text(_ result: Result<String, TestFailure>) -> String {
  switch result {
  case .success(let value): value
  case .failure: "failure"
  }
}
