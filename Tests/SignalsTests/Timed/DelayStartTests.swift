import Signals
import SignalsTesting
import Testing

@Suite struct DelayStartTests {
  @Test func delaysTheWork() {
    expect("--a--b--|", { $0.delayStart(.seconds(3), on: $1) }, "-----a--b--|")
  }

  @Test func forwardsFailure() {
    expect("--a--x", { $0.delayStart(.seconds(3), on: $1) }, "-----a--x")
  }

  @Test func doesNotBeginWhenDisposedOfBefore() {
    let time = TestScheduler()
    let log = Log<String>()
    let start = SignalProducer<Int, Never>.empty.on(starting: { log.add("begin") })
      .delayStart(.seconds(3), on: time).start { log.add("\($0)") }
    time.advance(by: .seconds(2))
    start.dispose()
    time.advance(by: .seconds(2))
    #expect(log.entries == ["interrupted"])
  }

  @Test func startOnRunsTheGeneratorOnTheScheduler() {
    let time = TestScheduler()
    let log = Log<String>()
    SignalProducer<Int, Never>(value: 1).on(starting: { log.add("begin") })
      .start(on: time).start { log.add("\($0)") }
    #expect(log.entries == [])
    time.run()
    #expect(log.entries == ["begin", "next(1)", "completed"])
  }

  @Test func keepsTheContract() {
    checkContract(only: .pulled) {
      $0.reinterpretingDrive(Pull.self).delayStart(.zero, on: ImmediateScheduler()).reinterpretingDrive()
    }
  }
}
