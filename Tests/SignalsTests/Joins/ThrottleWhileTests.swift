import Signals
import SignalsTesting
import Testing

@Suite struct ThrottleWhileTests {
  @Test func holdsTheNewestBack() {
    expect(["--a--b--c-----d--|", "---t------f------"], throttled, "--a-------c---d--|")
  }

  @Test func whatIsHeldIsPassedOnOnce() {
    expect(["--a---------|", "-t--f--t--f--"], throttled, "----a-------|")
  }

  @Test func completionFlushesTheHeldValue() { expect(["--a--b|", "---t----"], throttled, "--a---(b|)") }

  @Test func theEndOfTheConditionLetsGo() {
    expect(["--a--b--|", "-t-|"], throttled, "---a-b--|")
    expect(["--a--b--|", "-t-!"], throttled, "---a-b--|")
  }

  @Test("E2: a failure passes at once and drops the held value") func failsAtOnce() {
    expect(["--a--b-x", "---t----"], throttled, "--a----x")
  }

  @Test("E4: so does an interruption") func isInterruptedAtOnce() {
    expect(["--a--b-!", "---t----"], throttled, "--a----!")
  }

  @Test func disposalDropsTheHeldValue() { expect(["--a--b---|", "---t------f"], throttled, "--a---$") }

  @Test func disposesBoth() {
    expectDisposal(of: ["--a--|", "---t-----f"], throttled, at: [5, 5])
  }

  @Test func keepsTheContract() {
    checkContract { $0.throttle(while: SignalProducer<Bool, Never>(value: false)) }
    checkContract { $0.throttle(while: $0.map { $0 % 2 == 0 }.completeOnError()) }
  }

  /// The second stream says `t` for true.
  private func throttled(_ inputs: [MarbleStream<String>]) -> MarbleStream<String> {
    inputs[0].throttle(while: inputs[1].neverFailing.map { $0 == "t" })
  }
}
