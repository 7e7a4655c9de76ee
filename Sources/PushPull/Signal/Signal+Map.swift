import Signals

extension Signal {
  /// A signal with each value transformed.
  ///
  ///     in   --test-----x--toast--
  ///          map { $0.count }
  ///     out  --4--------x--5------
  ///
  /// It is eager: the new signal receives every event from now on, even without subscribers. If this signal
  /// holds an event already, so does the new one.
  ///
  /// - Fails: with this signal; `transform` is not called then.
  @inlinable public func map<U>(_ transform: @escaping @Sendable (T) -> U) -> Signal<U> {
    Signal<U>(fedBy: events.map { $0.map(transform) })
  }

  /// A signal with each error transformed.
  ///
  ///     in   --a--x--b--
  ///          mapFailed { y(because: $0) }
  ///     out  --a--y--b--
  @inlinable public func mapFailed(_ transform: @escaping @Sendable (any Error) -> any Error) -> Signal {
    Signal(fedBy: events.map { $0.mapFailed(transform) })
  }

  /// A signal with the values that satisfy a predicate.
  ///
  ///     in   --1--2--x--3--
  ///          filter { $0.isOdd }
  ///     out  --1-----x--3--
  ///
  /// - Fails: with this signal.
  @inlinable public func filter(_ isIncluded: @escaping @Sendable (T) -> Bool) -> Signal {
    Signal(fedBy: events.filter { $0.value.map(isIncluded) ?? true })
  }
}
