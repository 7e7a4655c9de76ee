import Signals
import SignalsTesting
import Testing

@Suite struct CollectTests {
  @Test func gathersAllValues() { expect("--a--b--c--|", { $0.collect() }, "-----------('[a, b, c]'|)") }

  @Test func nothingGivesAnEmptyArray() { expect("--|", { $0.collect() }, "--('[]'|)") }

  @Test func failureDropsTheValues() { expect("--a--x", { $0.collect() }, "-----x") }

  @Test func interruptionDropsTheValues() { expect("--a--!", { $0.collect() }, "-----!") }

  @Test func disposalDropsTheValues() { expect("--a--b--|", { $0.collect() }, "------$") }

  @Test func keepsTheContract() { checkContract { $0.collect() } }
}
