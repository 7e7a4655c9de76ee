/// The receiving end of a stream: somewhere to send values, and then one end.
///
/// The observer that a generator or a pipe hands out may be used from any thread, also from inside a
/// callback of the same stream: its events are put into one order (contract E6, E7). After an end it
/// ignores everything.
public struct Observer<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline package let next: @Sendable (Value) -> Void
  @usableFromInline package let end: @Sendable (Termination<Failure>) -> Void

  /// An observer of values and of the end.
  @inlinable public init(
    next: @escaping @Sendable (Value) -> Void,
    end: @escaping @Sendable (Termination<Failure>) -> Void
  ) {
    self.next = next
    self.end = end
  }

  /// An observer of all events.
  @inlinable public init(_ action: @escaping @Sendable (Event<Value, Failure>) -> Void) {
    // Closures that hold nothing but one object need no memory of their own.
    let receiver = EventReceiver(action)
    self.init(next: { receiver.action(.next($0)) }, end: { receiver.action(Event($0)) })
  }

  /// Sends a value.
  @inlinable public func send(_ value: Value) { next(value) }

  /// Ends the stream with a failure.
  @inlinable public func fail(_ failure: Failure) { end(.failed(failure)) }

  /// Ends the stream normally.
  @inlinable public func complete() { end(.completed) }

  /// Ends the stream as cancelled.
  @inlinable public func interrupt() { end(.interrupted) }

  /// Ends the stream.
  @inlinable public func send(end termination: Termination<Failure>) { end(termination) }

  /// Sends an event of any kind.
  @inlinable public func send(event: Event<Value, Failure>) {
    switch event {
    case .next(let value): next(value)
    case .failed(let failure): end(.failed(failure))
    case .completed: end(.completed)
    case .interrupted: end(.interrupted)
    }
  }
}

/// What an observer of all events calls.
@usableFromInline final class EventReceiver<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let action: @Sendable (Event<Value, Failure>) -> Void

  @inlinable init(_ action: @escaping @Sendable (Event<Value, Failure>) -> Void) { self.action = action }
}
