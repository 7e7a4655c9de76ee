extension EventStream {
  /// Transforms each value.
  ///
  ///     in   --1--2--3--|
  ///          map { $0 * 10 }
  ///     out  --10-20-30-|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func map<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> EventStream<D, NewValue, Failure> {
    stage { observer, _ in
      Observer(next: { [next = observer.next] in next(transform($0)) }, end: observer.end)
    }
  }
}
