import Signals
import SignalsTesting
import Testing

@Suite struct AppendTests {
  @Test func goesOnWithAProducerFromItsBeginning() {
    expect(["--a--b--|", "-1-2-|"], { $0[0].append($0[1]) }, "--a--b---1-2-|", only: .pulled)
  }

  @Test func goesOnWithASignalFromThatMoment() {
    expect(["--a--|", "-1--2--3-|"], { $0[0].append($0[1]) }, "--a----3-|", only: .pushed)
  }

  @Test("S5: a signal that has ended by then interrupts") func interruptsAfterASignalThatIsOver() {
    expect(["--a--|", "-1-|"], { $0[0].append($0[1]) }, "--a--!", only: .pushed)
  }

  @Test func forwardsTheFailureOfEither() {
    expect(["--a--x", "-1-|"], { $0[0].append($0[1]) }, "--a--x")
    expect(["-|", "--1--x"], { $0[0].append($0[1]) }, "---1--x", only: .pulled)
    expect(["-|", "--1--x"], { $0[0].append($0[1]) }, "--1--x", only: .pushed)
  }

  @Test func doesNotGoOnAfterInterruption() {
    expect(["--a--!", "-------1"], { $0[0].append($0[1]) }, "--a--!")
  }

  @Test func doesNotStartTheOtherBefore() {
    let starts = Log<String>()
    expect(
      ["--a--x", "-1-|"], { $0[0].append($0[1].on(starting: { starts.add("started") })) }, "--a--x",
      only: .pulled)
    #expect(starts.entries.isEmpty)
  }

  @Test func letsGoOfEachWhenItEnds() {
    expectDisposal(of: ["--a--|", "-1--2--|"], { $0[0].append($0[1]) }, at: [5, 12], only: .pulled)
    expectDisposal(of: ["--a--|", "-1--2--|"], { $0[0].append($0[1]) }, at: [5, 7], only: .pushed)
  }

  @Test func keepsTheContract() {
    checkContract { $0.append(SignalProducer([7, 8])) }
    checkContract { $0.append($0) }
  }
}
