/// Anything that sends events to whoever attaches: streams, and what else has values over time.
///
/// Operators take their *other* inputs as `some EventSource`, so a push stream can be combined with a
/// pull one.
///
/// To conform, keep a stream and forward to it:
///
///     struct Temperature: EventSource {
///       let readings: SignalProducer<Double, Never>
///       func attach(_ observer: Observer<Double, Never>, _ start: Start) {
///         readings.attach(observer, start)
///       }
///     }
public protocol EventSource<Value, Failure>: Sendable {
  associatedtype Value: Sendable
  associatedtype Failure: Error

  /// Begins to send events to `observer`, until `start` is disposed of.
  ///
  /// `start` is made by the caller, before the work, so that a source that runs synchronously can be
  /// stopped from below.
  func attach(_ observer: Observer<Value, Failure>, _ start: Start)
}
