import Signals

/// Push: something happens, and all subscribers are called.
///
///     let words = Signal<String>()
///     words.map { $0.count }.subscribe { print($0) }
///     words.sendNext("test")  // prints next(4)
///
/// - The sender begins: the call runs downstream from here through everything that was made of this signal, and
///   has reached the last subscriber when the sending function returns.
/// - A signal holds its latest event. A late subscriber gets that one at once, and then all that follow.
/// - Subscribers are called in the order in which they subscribed. What is sent from inside a callback waits until
///   all subscribers have received the event before it (contract E7).
/// - Nothing ends a signal: after a failure it may go on.
/// - A signal keeps what was made of it, not what it was made of: keep the first signal of a chain. When that one
///   is released, everything that it kept is released too.
///
/// It may be used from any thread.
public final class Signal<T: Sendable>: Sendable {
  /// An event is a value here, so a failure ends nothing.
  @usableFromInline let latest: LatestValue<Event<T>, Never>

  /// A signal without an event.
  @inlinable public init() { latest = LatestValue() }

  /// A signal with an event.
  @inlinable public init(event: Event<T>) { latest = LatestValue(event) }

  /// A signal with a value.
  @inlinable public convenience init(value: T) { self.init(event: Event(value: value)) }

  /// A signal with the events of a stream. The stream keeps it, and ends with the release of its sources.
  @inlinable convenience init(fedBy stream: SignalProducer<Event<T>, Never>) {
    self.init()
    stream.startWithValues { self.update(event: $0) }
  }

  /// The latest event, if there is one, and then all that follow; completed when the signal is released.
  /// A reference to it keeps the signal; a start of it does not.
  @inlinable var events: SignalProducer<Event<T>, Never> { latest.producer }

  /// Sends an event.
  @inlinable public func update(event: Event<T>) { latest.set(value: event) }

  /// Sends a value.
  @inlinable public func sendNext(_ value: T) { update(event: Event(value: value)) }

  /// Sends a failure. More may follow.
  @inlinable public func sendFailed(_ error: any Error) { update(event: Event(error: error)) }
}
