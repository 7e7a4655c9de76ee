import Signals
import SignalsTesting
import Testing

@Suite struct ReplaceErrorTests {
  @Test func sendsAValueInPlaceOfAFailure() {
    expect("--a--x", { $0.replaceError(with: "z") }, "--a--(z|)")
  }

  @Test func passesOnEverythingElse() {
    expect("--a--|", { $0.replaceError(with: "z") }, "--a--|")
    expect("--a--!", { $0.replaceError(with: "z") }, "--a--!")
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--x", { $0.replaceError(with: "z") }, at: 5)
    expectDisposal(of: "--a--b--|", { $0.replaceError(with: "z").prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.replaceError(with: 7) } }
}

@Suite struct CompleteOnErrorTests {
  @Test func completesInPlaceOfAFailure() { expect("--a--x", { $0.completeOnError() }, "--a--|") }

  @Test func passesOnEverythingElse() {
    expect("--a--|", { $0.completeOnError() }, "--a--|")
    expect("--a--!", { $0.completeOnError() }, "--a--!")
  }

  @Test func letsGoOfTheSource() {
    expectDisposal(of: "--a--b--|", { $0.completeOnError().prefix(1) }, at: 2)
  }

  @Test func keepsTheContract() { checkContract { $0.completeOnError() } }
}
