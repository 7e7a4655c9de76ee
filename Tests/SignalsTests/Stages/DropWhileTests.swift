import Signals
import SignalsTesting
import Testing

@Suite struct DropWhileTests {
  @Test func beginsWithTheFirstThatDoesNot() {
    expect("--1--2--5--1--|", values: numbers, { $0.drop(while: { $0 < 3 }) }, "--------5--1--|")
  }

  @Test func mayLeaveOutEverything() { expect("--a--|", { $0.drop(while: { _ in true }) }, "-----|") }

  @Test func asksNoMoreAfterTheFirst() {
    let asked = Log<Int>()
    SignalProducer<Int, Never>(1...9).drop(while: { value in
      asked.add(value)
      return value < 2
    }).start()
    #expect(asked.entries == [1, 2])
  }

  @Test func forwardsFailure() { expect("--a--x", { $0.drop(while: { $0 == "a" }) }, "-----x") }

  @Test func forwardsInterruption() { expect("--b--!", { $0.drop(while: { $0 == "a" }) }, "--b--!") }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--c--|", { $0.drop(while: { $0 == "a" }).prefix(1) }, at: 5)
  }

  @Test func keepsTheContract() { checkContract { $0.drop(while: { $0 < 3 }) } }
}
