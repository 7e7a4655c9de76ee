import Signals
import SignalsTesting
import Testing

@Suite struct SetFailureTypeTests {
  @Test func changesNothingButTheType() {
    expect("--a--b--|", { $0.neverFailing.setFailureType(to: Oops.self) }, "--a--b--|")
  }

  @Test func theTypeCanBeInferred() {
    expect(["--a--|", "---x"], { $0[0].neverFailing.setFailureType().merge(with: $0[1]) }, "--ax")
  }

  @Test func forwardsInterruption() {
    expect("--a--!", { $0.neverFailing.setFailureType(to: Oops.self) }, "--a--!")
  }

  @Test func keepsTheContract() {
    checkContract { stream in
      stream.catch { _ in SignalProducer<Int, Never>.empty }.setFailureType(to: Oops.self)
    }
  }
}
