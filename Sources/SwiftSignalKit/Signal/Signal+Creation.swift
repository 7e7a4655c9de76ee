import Signals

extension Signal {
  /// Sends one value, then completes.
  @inlinable public static func single(_ value: T) -> Signal<T, E> {
    Signal(SignalProducer(value: Carried(value)))
  }

  /// Completes at once.
  @inlinable public static func complete() -> Signal<T, E> { Signal(.empty) }

  /// Fails at once.
  @inlinable public static func fail(_ error: E) -> Signal<T, E> {
    Signal(SignalProducer(error: Failed(error)))
  }

  /// Never says anything.
  @inlinable public static func never() -> Signal<T, E> {
    Signal(.attaching { _, start in start.becomeSilent() })
  }
}
