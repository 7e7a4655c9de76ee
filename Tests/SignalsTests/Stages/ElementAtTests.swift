import Signals
import SignalsTesting
import Testing

@Suite struct ElementAtTests {
  @Test func passesOnTheOneAtThePosition() {
    expect("--a--b--c--|", { $0.element(at: 1) }, "-----(b|)")
    expect("--a--b--c--|", { $0.element(at: 0) }, "--(a|)")
    expectDisposal(of: "--a--b--c--|", { $0.element(at: 1) }, at: 5)
  }

  @Test func mayBeMissing() { expect("--a--|", { $0.element(at: 1) }, "-----|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.element(at: 1) }, "-----x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.element(at: 1) }, "-----!") }

  @Test("X1: a negative index stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.element(at: -1)
    }
    #expect(result.message.contains("element(at:): the index must not be negative, got -1"))
  }

  @Test func keepsTheContract() { checkContract { $0.element(at: 2) } }
}
