/// Anything that sends events to the observers that are attached to it: streams, and what else has values over time.
///
/// Operators take their *other* inputs as `some EventSource`, so a push stream can be combined with a
/// pull one.
///
/// To conform, keep a stream and forward to it:
///
///     struct Temperature: EventSource {
///       let readings: SignalProducer<Double, Never>
///       func attach(_ observer: Observer<Double, Never>, _ subscription: Subscription) {
///         readings.attach(observer, subscription)
///       }
///     }
public protocol EventSource<Value, Failure>: Sendable {
  /// The type of its values.
  associatedtype Value: Sendable
  /// The type of its failure; `Never` if it cannot fail.
  associatedtype Failure: Error

  /// Begins to send events to `observer`, until `subscription` is disposed of.
  ///
  /// `subscription` is made by the caller, before the work, so that a source that runs synchronously can be
  /// stopped from below.
  func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription)

  /// Begins to send events to `observer`, as the last of several sources that have used `subscription` one after the other:
  /// what `append` does with the other stream.
  ///
  /// You need not implement it: by default, the events of the source pass through the gate of `subscription`. A producer
  /// takes the place of the sources before it and costs nothing for them, so that recursion in the tail of a stream uses
  /// constant stack and memory (contract P8).
  func attachAsLast(_ observer: Observer<Value, Failure>, _ subscription: Subscription)
}

extension EventSource {
  @inlinable public func attachAsLast(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    attachInside(subscription, observer)
  }

  /// Attaches the source with a start of its own; its events pass through the gate of `subscription`, and its end ends that.
  @inlinable func attachInside(_ subscription: Subscription, _ observer: Observer<Value, Failure>) {
    if subscription.hasEnded { return }
    let child = Subscription()
    subscription += child
    attach(GatedObserver(observer, subscription).input, child)
  }
}
