import Signals

/// Sends values by hand to all current subscribers.
///
/// It stores no values: a subscriber of ``signal()`` receives what is sent after its start. Subscribers are called in
/// the order in which they started. Releasing the pipe ends no signal: no more values are sent, and what the
/// subscribers captured is released.
public final class ValuePipe<T>: Sendable {
  @usableFromInline let output: Signals.Signal<Carried<T>, Failed<NoError>>
  @usableFromInline let input: Observer<Carried<T>, Failed<NoError>>

  /// A pipe without subscribers.
  @inlinable public init() { (output, input) = Signals.Signal.pipe() }

  /// What is sent from the start on. It never completes.
  @inlinable public func signal() -> Signal<T, NoError> {
    // The pipe puts the values into an order, and a start needs no gate of its own. But the pipe has to keep it. When
    // the pipe is released there are no more values, which is no event of the dialect.
    Signal(
      .attaching { [output] observer, start in
        start.becomeSilent()
        guard start.open({}) else { return }
        output.attach(Observer(next: observer.next, end: { _ in withExtendedLifetime(start) {} }), start)
      })
  }

  /// Sends a value.
  @inlinable public func putNext(_ next: T) { input.send(Carried(next)) }
}
