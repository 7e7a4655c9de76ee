import Signals
import SignalsTesting
import XCTest

final class SearchXCTests: XCTestCase {
  func testQueriesWaitForAPause() {
    expect("-abc----d|", { queries(in: $0, on: $1) }, "-----c---(d|)")
  }

  func testShowsTheResultsOfTheNewestQuery() {
    let time = TestScheduler()
    let (keys, field) = Signal<String, Never>.pipe()
    let recorder = Recorder<String, Never>(on: time)
    queries(in: keys, on: time)
      .flatMap(.latest) { SignalProducer(value: "results for \($0)").delay(.seconds(3), on: time) }
      .observe(recorder.observer)

    field.send("swift")
    time.advance(by: .seconds(5))
    XCTAssertEqual(recorder.values, ["results for swift"])
    withExtendedLifetime(field) {}
  }
}
