extension Event {
  /// Pairs the values of two events.
  ///
  ///     in     next(a)     next(a)    failed(x)
  ///     other  next(1)     failed(y)  failed(y)
  ///            zip(with: other)
  ///     out    next(a, 1)  failed(y)  failed(x)
  ///
  /// - Fails: with the error of this event, otherwise with that of the other one.
  @inlinable public func zip<U>(with other: Event<U>) -> Event<(T, U)> {
    flatMap { value in other.map { (value, $0) } }
  }
}
