import Signals
import SignalsTesting
import Testing

@Suite struct ContainsWhereTests {
  @Test func isTrueWithTheFirstSuchValue() {
    expect("--1--2--5--1--|", values: numbers, { $0.contains(where: { $0 > 3 }) }, "--------('true'|)")
    expectDisposal(of: "--a--b--|", { $0.contains(where: { $0 == "a" }) }, at: 2)
  }

  @Test func isFalseAtTheEnd() {
    expect("--1--2--|", values: numbers, { $0.contains(where: { $0 > 3 }) }, "--------('false'|)")
    expect("--|", { $0.contains(where: { _ in true }) }, "--('false'|)")
  }

  @Test func failureGivesNoAnswer() { expect("--a--x", { $0.contains(where: { $0 == "b" }) }, "-----x") }

  @Test func interruptionGivesNoAnswer() {
    expect("--a--!", { $0.contains(where: { $0 == "b" }) }, "-----!")
  }

  @Test func asksNoMoreAfterTheAnswer() {
    let asked = Log<Int>()
    SignalProducer<Int, Never>(1...9).contains(where: { value in
      asked.add(value)
      return value > 1
    }).start()
    #expect(asked.entries == [1, 2])
  }

  @Test func keepsTheContract() { checkContract { $0.contains(where: { $0 == 2 }) } }
}

@Suite struct AllSatisfyTests {
  @Test func isFalseWithTheFirstThatDoesNot() {
    expect("--1--2--5--1--|", values: numbers, { $0.allSatisfy { $0 < 3 } }, "--------('false'|)")
    expectDisposal(of: "--a--b--|", { $0.allSatisfy { $0 != "a" } }, at: 2)
  }

  @Test func isTrueAtTheEnd() {
    expect("--1--2--|", values: numbers, { $0.allSatisfy { $0 < 3 } }, "--------('true'|)")
    expect("--|", { $0.allSatisfy { _ in false } }, "--('true'|)")
  }

  @Test func failureGivesNoAnswer() { expect("--a--x", { $0.allSatisfy { $0 == "a" } }, "-----x") }

  @Test func interruptionGivesNoAnswer() { expect("--a--!", { $0.allSatisfy { $0 == "a" } }, "-----!") }

  @Test func keepsTheContract() { checkContract { $0.allSatisfy { $0 < 3 } } }
}
