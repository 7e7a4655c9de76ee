import Signals
import SignalsTesting
import Testing

@Suite struct SuffixTests {
  @Test func passesOnTheLastValues() { expect("--a--b--c--|", { $0.suffix(2) }, "-----------(bc|)") }

  @Test func mayHaveFewer() { expect("--a--|", { $0.suffix(2) }, "-----(a|)") }

  @Test func zeroPassesOnNothing() { expect("--a--|", { $0.suffix(0) }, "-----|") }

  @Test func failureDropsThem() { expect("--a--x", { $0.suffix(2) }, "-----x") }

  @Test func interruptionDropsThem() { expect("--a--!", { $0.suffix(2) }, "-----!") }

  @Test func disposalDropsThem() { expect("--a----|", { $0.suffix(2) }, "----$") }

  @Test func mayStopAmongThem() { expect("--a--b--c--|", { $0.suffix(2).prefix(1) }, "-----------(b|)") }

  @Test("P5: disposal among the last values interrupts")
  func disposalInterrupts() {
    let events = Guarded<[Event<Int, Never>]>([])
    SignalProducer([1, 2, 3, 4]).suffix(3).startWithSignal { signal, interrupter in
      signal.observe { event in
        events.withLock { $0.append(event) }
        if event.value == 3 { interrupter.dispose() }
      }
    }
    #expect(events.withLock { $0 } == [.next(2), .next(3), .interrupted])
  }

  @Test("X1: a negative count stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.suffix(-1)
    }
    #expect(result.message.contains("suffix(_:): the count must not be negative, got -1"))
  }

  @Test("D2: disposal among the last values stops the others")
  func keepsTheContract() { checkContract { $0.suffix(3) } }
}
