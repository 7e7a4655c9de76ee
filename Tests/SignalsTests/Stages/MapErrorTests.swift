import Signals
import SignalsTesting
import Testing

@Suite struct MapErrorTests {
  struct Wrapped: Error, Equatable {
    let inner: TestFailure
  }

  @Test func transformsTheFailure() {
    expect("--a--x", { $0.mapError(Wrapped.init) }, "--a--x")
    let recorder = Recorder<Int, Wrapped>()
    SignalProducer<Int, TestFailure>(error: TestFailure()).mapError(Wrapped.init).start(recorder.observer)
    #expect(recorder.events == [.failed(Wrapped(inner: TestFailure()))])
  }

  @Test func forwardsCompletion() { expect("--a--|", { $0.mapError(Wrapped.init) }, "--a--|") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.mapError(Wrapped.init) }, "--a--!") }

  @Test func keepsTheContract() { checkContract { $0.mapError(Wrapped.init) } }
}
