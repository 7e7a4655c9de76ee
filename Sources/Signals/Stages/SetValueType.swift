extension EventStream where Value == Never {
  /// Gives a stream that sends no values a value type, so that it fits where one is expected.
  ///
  ///     in   --------|
  ///          setValueType(to: Int.self)
  ///     out  --------|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func setValueType<NewValue: Sendable>(
    to type: NewValue.Type = NewValue.self
  ) -> EventStream<D, NewValue, Failure> {
    stage { observer, _ in Observer(next: { _ in }, end: observer.end) }
  }
}
