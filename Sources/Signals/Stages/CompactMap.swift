extension EventStream {
  /// Transforms each value and passes on the results that are not nil.
  ///
  ///     in   --1--x--3--|
  ///          compactMap { Int($0) }
  ///     out  --1-----3--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func compactMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> NewValue?
  ) -> EventStream<D, NewValue, Failure> {
    stage { observer, _ in
      Observer(next: { if let value = transform($0) { observer.next(value) } }, end: observer.end)
    }
  }
}
