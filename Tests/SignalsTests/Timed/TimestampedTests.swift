import Signals
import SignalsTesting
import Testing

@Suite struct TimestampedTests {
  @Test func passesOnTheTime() {
    expect("--a------b--|", { $0.timestamped(on: $1).map(shown) }, "--'2a'------'9b'--|")
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.timestamped(on: $1).map(shown) }, "--'2a'--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.timestamped(on: $1).map(shown) }, "--'2a'--!") }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.timestamped(on: $1).prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.timestamped(on: $1).map(\.value) } }
}

@Suite struct MeasureIntervalTests {
  @Test func passesOnTheTimeSinceTheValueBefore() {
    expect("--a------b--|", { $0.measureInterval(on: $1).map(shown) }, "--'2a'------'7b'--|")
  }

  @Test("P3: each start measures from its own beginning") func startsAreIndependent() {
    let time = TestScheduler()
    let source = SignalProducer<String, Never>(value: "a").delay(.seconds(2), on: time)
    let recorder = Recorder<String, Never>(on: time)
    let measured = source.measureInterval(on: time).map(shown)
    measured.start(recorder.observer)
    time.advance(by: .seconds(5))
    let second = Recorder<String, Never>(on: time)
    measured.start(second.observer)
    time.run()
    #expect(recorder.values + second.values == ["2a", "2a"])
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.measureInterval(on: $1).map(shown) }, "--'2a'--x") }

  @Test func forwardsInterruption() {
    expect("--a--!", { $0.measureInterval(on: $1).map(shown) }, "--'2a'--!")
  }

  @Test func keepsTheContract() { checkContract { $0.measureInterval(on: $1).map(\.value) } }
}

/// Whole seconds, then the value.
@Sendable private func shown(_ duration: Duration, _ value: String) -> String {
  "\(duration.components.seconds)\(value)"
}
