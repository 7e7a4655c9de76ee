import Signals
import SignalsTesting
import Testing

@Suite struct FlatMapRaceTests {
  @Test func theFirstToSpeakWins() {
    // a sends after five steps, b two steps after it was attached.
    expect("a-b-----|", { $0.flatMap(.race, runner($1)) }, "----'b1'('b2'|)")
  }

  @Test func theWinnerEndsTheWhole() {
    expect("b-------------", { $0.flatMap(.race, runner($1)) }, "--'b1'('b2'|)")
  }

  @Test func withoutRunnersItCompletesWithTheSource() {
    expect("---|", { $0.flatMap(.race, runner($1)) }, "---|")
  }

  @Test func forwardsFailures() {
    expect("a-x", { $0.flatMap(.race, runner($1)) }, "--x")
    expect(
      "a-b|",
      { stream, _ in stream.flatMap(.race) { _ in SignalProducer<String, TestFailure>(error: TestFailure()) }
      },
      "x")
  }

  @Test func aFailureOfTheSourceAfterTheDecisionIsNotHeard() {
    expect("b--x", { $0.flatMap(.race, runner($1)) }, "--'b1'('b2'|)")
  }

  @Test func disposesTheSourceAndTheLosers() {
    expectDisposal(of: "a-b-----|", { $0.flatMap(.race, runner($1)) }, at: 4)
  }

  @Test func interruptsTheLosers() {
    let log = Log<String>()
    let runners = ["slow": Signal<Int, Never>.pipe(), "fast": Signal<Int, Never>.pipe()]
    let outer = Signal<String, Never>.pipe()
    outer.output.flatMap(.race) { name in
      runners[name]!.output.producer.on(interrupted: { log.add("\(name) interrupted") })
    }.observe { log.add("\($0)") }
    outer.input.send("slow")
    outer.input.send("fast")
    runners["fast"]?.input.send(1)
    runners["slow"]?.input.send(2)
    runners["fast"]?.input.complete()
    #expect(log.entries == ["slow interrupted", "next(1)", "completed"])
  }

  /// b is twice as fast as a.
  private func runner(
    _ time: TestScheduler
  ) -> @Sendable (String) -> SignalProducer<String, TestFailure> {
    { value in
      SignalProducer(value: value + "1").delayStart(.seconds(value == "a" ? 5 : 2), on: time)
        .append(SignalProducer(value: value + "2").delayStart(.seconds(1), on: time))
    }
  }
}
