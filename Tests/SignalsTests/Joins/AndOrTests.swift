import Signals
import SignalsTesting
import Testing

@Suite struct AndTests {
  @Test func isTrueWhileBothAre() {
    expect(
      ["-t---f---|", "---f---t-|"], { $0[0].truth.and($0[1].truth) }, "---'false'-'false'-'false'-|")
    expect(["-t-f-t-|", "t------|"], { $0[0].truth.and($0[1].truth) }, "-'true'-'false'-'true'-|")
  }

  @Test func endsWhenOneEndsWithoutAValue() {
    expect(["-t---|", "---|"], { $0[0].truth.and($0[1].truth) }, "---|")
  }

  @Test func forwardsTheFailureOfEither() {
    expect(["-t-x", "t---"], { $0[0].truth.and($0[1].truth) }, "-'true'-x")
    expect(["-t---", "t--x"], { $0[0].truth.and($0[1].truth) }, "-'true'-x")
  }

  @Test func disposesBoth() {
    expectDisposal(of: ["-t--f", "t----"], { $0[0].truth.and($0[1].truth).prefix(1) }, at: [1, 1])
  }

  @Test func keepsTheContract() { checkContract { $0.map { $0 > 1 }.and(SignalProducer(value: true)) } }
}

@Suite struct OrTests {
  @Test func isTrueWhileEitherIs() {
    expect(["-t---f---|", "---f---t-|"], { $0[0].truth.or($0[1].truth) }, "---'true'-'false'-'true'-|")
    expect(["-f-t-f-|", "f------|"], { $0[0].truth.or($0[1].truth) }, "-'false'-'true'-'false'-|")
  }

  @Test func forwardsTheFailureOfEither() {
    expect(["-t-x", "t---"], { $0[0].truth.or($0[1].truth) }, "-'true'-x")
    expect(["-t---", "t--x"], { $0[0].truth.or($0[1].truth) }, "-'true'-x")
  }

  @Test func keepsTheContract() { checkContract { $0.map { $0 > 1 }.or(SignalProducer(value: false)) } }
}

extension EventStream where Value == String {
  /// Whether the values are called "t".
  fileprivate var truth: EventStream<D, Bool, Failure> { map { $0 == "t" } }
}
