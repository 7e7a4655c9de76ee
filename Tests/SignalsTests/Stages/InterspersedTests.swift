import Signals
import SignalsTesting
import Testing

@Suite struct InterspersedTests {
  @Test func putsTheSeparatorBetween() {
    expect("--a--b--c--|", { $0.interspersed(with: "s") }, "--a--(sb)--(sc)--|")
  }

  @Test func oneValueNeedsNone() { expect("--a--|", { $0.interspersed(with: "s") }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.interspersed(with: "s") }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.interspersed(with: "s") }, "--a--!") }

  @Test func stopsAfterTheSeparator() {
    expect("--a--b--c--|", { $0.interspersed(with: "s").prefix(2) }, "--a--(s|)")
    expectDisposal(of: "--a--b--c--|", { $0.interspersed(with: "s").prefix(2) }, at: 5)
  }

  /// The last value of `suffix` comes when the source has completed already.
  @Test("P5: disposal at the last separator interrupts")
  func disposalInterrupts() {
    let events = Guarded<[Event<Int, Never>]>([])
    SignalProducer([1, 2]).suffix(2).interspersed(with: 0).startWithSignal { signal, interrupter in
      signal.observe { event in
        events.withLock { $0.append(event) }
        if event.value == 0 { interrupter.dispose() }
      }
    }
    #expect(events.withLock { $0 } == [.next(1), .next(0), .interrupted])
  }

  @Test("D2: disposal at the separator stops the value after it")
  func keepsTheContract() { checkContract { $0.interspersed(with: 0) } }
}
