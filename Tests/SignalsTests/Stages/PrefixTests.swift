import Signals
import SignalsTesting
import Testing

@Suite struct PrefixTests {
  @Test func stopsAtCount() { expect("--a--b--c--|", { $0.prefix(2) }, "--a--(b|)") }

  @Test func mayEndBefore() { expect("--a--|", { $0.prefix(2) }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.prefix(2) }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.prefix(2) }, "--a--!") }

  @Test func disposesTheSource() { expectDisposal(of: "--a--b--c--|", { $0.prefix(2) }, at: 5) }

  @Test func stopsASynchronousSource() {
    let recorder = Recorder<Int, Never>()
    SignalProducer(1...Int.max).prefix(2).start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test("S5: zero completes at once, and interrupts a signal") func zeroCompletesAtOnce() {
    expect("--a--|", { $0.prefix(0) }, "|", only: .pulled)
    expect("--a--|", { $0.prefix(0) }, "!", only: .pushed)
  }

  @Test func zeroDoesNotStartTheSource() {
    let starts = Log<String>()
    expect("--a--|", { $0.on(starting: { starts.add("started") }).prefix(0) }, "|", only: .pulled)
    #expect(starts.entries.isEmpty)
  }

  @Test func keepsTheContract() {
    checkContract { $0.prefix(2) }
    checkContract { $0.prefix(0) }
  }
}

@Suite struct PrefixWhileTests {
  @Test func stopsBeforeTheFirstThatDoesNot() {
    expect("--1--2--5--1--|", values: numbers, { $0.prefix(while: { $0 < 3 }) }, "--1--2--|")
  }

  @Test func mayEndBefore() { expect("--a--|", { $0.prefix(while: { $0 == "a" }) }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.prefix(while: { $0 == "a" }) }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.prefix(while: { $0 == "a" }) }, "--a--!") }

  @Test func disposesTheSource() {
    expectDisposal(of: "--a--b--c--|", { $0.prefix(while: { $0 == "a" }) }, at: 5)
  }

  @Test func asksNoMoreAfterTheEnd() {
    let asked = Log<Int>()
    SignalProducer<Int, Never>(1...9).prefix(while: { value in
      asked.add(value)
      return value < 2
    }).start()
    #expect(asked.entries == [1, 2])
  }

  @Test func keepsTheContract() { checkContract { $0.prefix(while: { $0 < 4 }) } }
}
