import Signals
import SignalsTesting
import Testing

@Suite struct ReplaceEmptyTests {
  @Test func sendsAValueInPlaceOfNothing() { expect("-----|", { $0.replaceEmpty(with: "z") }, "-----(z|)") }

  @Test func oneValueIsEnough() { expect("--a--|", { $0.replaceEmpty(with: "z") }, "--a--|") }

  @Test func failureIsNotEmpty() { expect("-----x", { $0.replaceEmpty(with: "z") }, "-----x") }

  @Test func interruptionIsNotEmpty() { expect("-----!", { $0.replaceEmpty(with: "z") }, "-----!") }

  @Test func disposalIsNotEmpty() { expect("-----|", { $0.replaceEmpty(with: "z") }, "---$") }

  @Test func keepsTheContract() {
    checkContract { $0.replaceEmpty(with: 7) }
    checkContract { $0.filter { _ in false }.replaceEmpty(with: 7) }
  }
}
