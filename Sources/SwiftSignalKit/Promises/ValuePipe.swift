import Signals

/// Values that somebody sends by hand, for everybody who listens then.
///
/// It remembers nothing: a subscriber of ``signal()`` gets what is sent from its start on. Subscribers are called in the
/// order in which they started. Releasing the pipe ends no signal: nothing more is sent, and what the subscribers captured
/// is released.
public final class ValuePipe<T>: Sendable {
  @usableFromInline let output: Signals.Signal<Carried<T>, Failed<NoError>>
  @usableFromInline let input: Observer<Carried<T>, Failed<NoError>>

  /// A pipe that nobody listens to.
  public init() { (output, input) = Signals.Signal.pipe() }

  /// What is sent from the start on. It never completes.
  public func signal() -> Signal<T, NoError> {
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
