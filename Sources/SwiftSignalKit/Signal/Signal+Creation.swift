import Signals

extension Signal {
  /// Sends one value, then completes.
  public static func single(_ value: T) -> Signal<T, E> { Signal(SignalProducer(value: Carried(value))) }

  /// Completes at once.
  public static func complete() -> Signal<T, E> { Signal(.empty) }

  /// Fails at once.
  public static func fail(_ error: E) -> Signal<T, E> { Signal(SignalProducer(error: Failed(error))) }

  /// Never says anything.
  public static func never() -> Signal<T, E> { Signal(.attaching { _, start in start.becomeSilent() }) }
}
