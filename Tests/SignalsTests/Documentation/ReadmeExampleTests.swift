import Signals
import SignalsTesting
import Testing

@Test func debounceWaitsForAPause() {
  expect("a-b---c|", { $0.debounce(for: .seconds(2), on: $1) }, "----b--(c|)")
}
