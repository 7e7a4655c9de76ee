/// Anything that sends events to the observers that are attached to it: streams, and what else has values over time.
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

  /// Begins to send events to `observer`, as the last of several sources that have used `start` one after the other:
  /// what `append` does with the other stream.
  ///
  /// You need not implement it: as it stands, the events of the source pass through the gate of `start`. A producer
  /// takes the place of the sources before it and costs nothing for them, so that recursion in the tail of a stream uses
  /// constant stack and memory (contract P8).
  func attachAsLast(_ observer: Observer<Value, Failure>, _ start: Start)
}

extension EventSource {
  @inlinable public func attachAsLast(_ observer: Observer<Value, Failure>, _ start: Start) {
    attachInside(start, observer)
  }

  /// Attaches the source with a start of its own; its events pass through the gate of `start`, and its end ends that.
  @inlinable func attachInside(_ start: Start, _ observer: Observer<Value, Failure>) {
    if start.hasEnded { return }
    let child = Start()
    start += child
    let end: @Sendable (Termination<Failure>) -> Void = { [start] termination in
      start.finish { observer.end(termination) }
    }
    attach(Observer(next: start.passing(to: observer.next), end: { [start] in start.pass($0, end) }), child)
  }
}
