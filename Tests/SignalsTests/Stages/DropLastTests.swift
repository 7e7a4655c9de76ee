import Signals
import SignalsTesting
import Testing

@Suite struct DropLastTests {
  @Test func leavesOutTheLastValues() { expect("--a--b--c--d--|", { $0.dropLast(2) }, "--------a--b--|") }

  @Test func leavesOutOneByDefault() { expect("--a--b--|", { $0.dropLast() }, "-----a--|") }

  @Test func zeroLeavesOutNothing() { expect("--a--b--|", { $0.dropLast(0) }, "--a--b--|") }

  @Test func mayHaveFewer() { expect("--a--|", { $0.dropLast(2) }, "-----|") }

  @Test func failureDropsWhatWaits() { expect("--a--b--x", { $0.dropLast() }, "-----a--x") }

  @Test func interruptionDropsWhatWaits() { expect("--a--b--!", { $0.dropLast() }, "-----a--!") }

  @Test func letsGoOfTheSource() { expectDisposal(of: "--a--b--c--|", { $0.dropLast().prefix(1) }, at: 5) }

  @Test("X1: a negative count stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.dropLast(-1)
    }
    #expect(result.message.contains("dropLast(_:): the count must not be negative, got -1"))
  }

  @Test func keepsTheContract() { checkContract { $0.dropLast(2) } }
}
