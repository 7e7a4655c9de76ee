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
    stage(CompactMapping(transform))
  }
}

@usableFromInline struct CompactMapping<Input: Sendable, Output: Sendable>: ValueRule {
  @usableFromInline let transform: @Sendable (Input) -> Output?

  @inlinable init(_ transform: @escaping @Sendable (Input) -> Output?) { self.transform = transform }

  @inlinable @inline(__always) func pass(_ value: Input, to next: (Output) -> Void) {
    if let value = transform(value) { next(value) }
  }
}
