import Signals
import SignalsTesting
import Testing

/// A producer that plays `diagram`, with `name` in front of each value: what a flattening operator makes
/// of the value `name`.
func inner(
  _ diagram: String, of name: String, on time: TestScheduler
) -> SignalProducer<String, TestFailure> {
  do {
    return try MarbleDiagram(diagram).producer(on: time) { name + $0 }
  } catch {
    Issue.record("\(error)")
    return .never
  }
}

/// The values of a window, and `e` for its failure.
func named(_ window: SignalProducer<String, TestFailure>) -> SignalProducer<String, TestFailure> {
  window.replaceError(with: "e").setFailureType()
}
