import Signals
import SignalsTesting
import Testing

/// Operators are tested with diagrams.
@Suite struct ExpectationTests {
  @Test func holds() { expect("--a--b--c--|", { $0.prefix(1) }, "--(a|)") }

  /// A wrong expectation fails the test that it stands in, once for each drive. The library's own tests collect such
  /// failures instead, so that their output shows none; this one sees what the test framework gets.
  @Test func failsTheTestWhereItStands() {
    let line = #line + 2
    withKnownIssue {
      expect("--a--b--c--|", { $0.prefix(1) }, "--(b|)")
    } matching: {
      $0.sourceLocation?.line == line
    }
  }
}
