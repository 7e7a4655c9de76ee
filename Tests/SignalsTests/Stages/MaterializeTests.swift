import Signals
import SignalsTesting
import Testing

@Suite struct MaterializeTests {
  @Test func makesValuesOfEvents() {
    expect("--a--|", { $0.materialize() }, "--'next(a)'--('completed'|)")
  }

  @Test func completesAfterAFailure() {
    expect("--a--x", { $0.materialize() }, "--'next(a)'--('failed(x)'|)")
  }

  @Test func isInterruptedAfterAnInterruption() {
    expect("--a--!", { $0.materialize() }, "--'next(a)'--('interrupted'!)")
  }

  @Test("D2: disposing delivers no event that says so") func disposalIsNoEvent() {
    expect("--a--b--|", { $0.materialize() }, "--'next(a)'-$")
  }

  @Test func letsGoOfTheSource() { expectDisposal(of: "--a--b--|", { $0.materialize().prefix(1) }, at: 2) }

  @Test func keepsTheContract() { checkContract { $0.materialize() } }
}

@Suite struct DematerializeTests {
  @Test(arguments: ["--a--|", "--a--x", "--a--!", "--a--b--"]) func isTheReverse(_ diagram: String) {
    expect(diagram, { $0.materialize().dematerialize() }, diagram)
  }

  @Test func endsWithTheEventThatSaysSo() {
    let events: [Event<Int, TestFailure>] = [.next(1), .failed(TestFailure()), .next(2), .completed]
    let recorder = Recorder<Int, TestFailure>()
    SignalProducer(events).dematerialize().start(recorder.observer)
    #expect(recorder.events == [.next(1), .failed(TestFailure())])
    expectDisposal(
      of: "--a--b--|", { $0.completeOnError().map { _ in Event<Int, Never>.completed }.dematerialize() },
      at: 2)
  }

  @Test func mayEndWithoutAnEventThatSaysSo() {
    let recorder = Recorder<Int, Oops>()
    SignalProducer([Event<Int, Oops>.next(1)]).dematerialize().start(recorder.observer)
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test func keepsTheContract() { checkContract { $0.materialize().dematerialize() } }
}
