import Signals
import SignalsTesting
import Testing

@Suite struct ReductionsTests {
  @Test func sendsTheSeedAndEveryResult() {
    expect(
      "--1--2--3--|", values: numbers, { $0.reductions(0) { $0 + $1 } }, "'0'-1--3--'6'--|", only: .pulled)
  }

  @Test("S2: a signal has sent its seed before an observer can attach") func theSeedOfASignalIsLost() {
    expect("--1--2--|", values: numbers, { $0.reductions(5) { $0 + $1 } }, "--6--8--|", only: .pushed)
  }

  @Test func forwardsFailure() {
    expect("--a--x", { $0.reductions("") { $0 + $1 }.dropFirst() }, "-----x", only: .pushed)
  }

  @Test func forwardsInterruption() {
    expect("--a--!", { $0.reductions("s") { $0 + $1 } }, "s-'sa'--!", only: .pulled)
  }

  @Test func theSeedMayBeEnough() {
    let starts = Log<String>()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1]).on(starting: { starts.add("started") }).reductions(7) { $0 + $1 }
      .prefix(1).start(recorder.observer)
    #expect(recorder.events == [.next(7), .completed])
    #expect(starts.entries.isEmpty)
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.reductions("") { $0 + $1 }.prefix(2) }, at: 2, only: .pulled)
  }

  @Test func keepsTheContract() { checkContract { $0.reductions(0) { $0 + $1 } } }
}
