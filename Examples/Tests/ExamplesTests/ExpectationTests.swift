import Signals
import SignalsTesting
import Testing

/// Operators are tested with diagrams.
@Suite struct ExpectationTests {
  @Test func holds() { expect("--a--b--c--|", { $0.prefix(1) }, "--(a|)") }
}
