import Signals

/// Values that somebody sends by hand, for everybody who listens then.
///
/// It remembers nothing: who starts ``signal()`` hears what is sent from then on. Subscribers are told in the order in
/// which they came.
public final class ValuePipe<T>: Sendable {
  @usableFromInline let output: Signals.Signal<Carried<T>, Failed<NoError>>
  @usableFromInline let input: Observer<Carried<T>, Failed<NoError>>

  /// A pipe that nobody listens to.
  public init() { (output, input) = Signals.Signal.pipe() }

  /// What is sent from the start on. It never completes.
  public func signal() -> Signal<T, NoError> {
    // The pipe puts the values into an order, and a start needs no gate of its own. But the pipe has to keep it.
    Signal(
      .attaching { [output] observer, start in
        guard start.open({ observer.end(.interrupted) }) else { return }
        let kept = Observer(
          next: observer.next,
          end: { termination in withExtendedLifetime(start) { observer.end(termination) } })
        output.attach(kept, start)
      })
  }

  /// Sends a value.
  @inlinable public func putNext(_ next: T) { input.send(Carried(next)) }
}
