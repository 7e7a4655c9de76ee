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

  /// Passes on the same value in place of each.
  ///
  ///     in   --a--b--|
  ///          map(to: z)
  ///     out  --z--z--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func map<NewValue: Sendable>(to value: NewValue) -> EventStream<D, NewValue, Failure> {
    map { _ in value }
  }

  #if !hasFeature(Embedded)
    /// Passes on a property of each value.
    ///
    ///     in   --ann--ben--|
    ///          map(\.first)
    ///     out  --a----b----|
    ///
    /// - Completes: with the source.
    /// - Fails: with the source.
    @inlinable public func map<NewValue: Sendable>(
      _ keyPath: any KeyPath<Value, NewValue> & Sendable
    ) -> EventStream<D, NewValue, Failure> {
      map { $0[keyPath: keyPath] }
    }
  #endif
}
