import Signals
import SignalsTesting
import XCTest

/// The expectations in XCTest. That it reports failures shows in `ExpectFailureTests`, which reads the
/// same messages: on Linux, XCTest has no way to expect a failure.
final class XCTestExpectTests: XCTestCase {
  func testExpectations() {
    expect("--a--b--c--|", { $0.prefix(2) }, "--a--(b|)")
    expect("--a--b--|", { $0.delay(.seconds(2), on: $1) }, "----a--b--|")
    expectDisposal(of: "--a--b--c--|", { $0.prefix(2) }, at: 5)
  }
}
