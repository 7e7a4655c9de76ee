import Signals
import SignalsTesting
import Testing

@Suite struct PrefixThroughTests {
  @Test func stopsAfterTheFirstThatSatisfies() {
    expect("--1--2--5--1--|", values: numbers, { $0.prefix(through: { $0 > 3 }) }, "--1--2--(5|)")
    expectDisposal(of: "--a--b--c--|", { $0.prefix(through: { $0 == "b" }) }, at: 5)
  }

  @Test func mayEndBefore() { expect("--a--|", { $0.prefix(through: { $0 == "b" }) }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.prefix(through: { $0 == "b" }) }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.prefix(through: { $0 == "b" }) }, "--a--!") }

  @Test func asksNoMoreAfterTheEnd() {
    let asked = Log<Int>()
    SignalProducer<Int, Never>(1...9).prefix(through: { value in
      asked.add(value)
      return value > 1
    }).start()
    #expect(asked.entries == [1, 2])
  }

  @Test func keepsTheContract() { checkContract { $0.prefix(through: { $0 > 2 }) } }
}
