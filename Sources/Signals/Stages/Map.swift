extension EventStream {
  /// Transforms each value. A key path does too: `map(\.name)`.
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
    stage(Mapping(transform))
  }

  #if !hasFeature(Embedded)
    /// Transforms each value by a key path in a variable. One that is written in the call is a closure to the compiler,
    /// which is faster.
    ///
    ///     let column: KeyPath<Row, String> & Sendable = isShort ? \.title : \.text
    ///     rows.map(column)
    ///
    /// - Completes: with the source.
    /// - Fails: with the source.
    @_disfavoredOverload
    @inlinable public func map<NewValue: Sendable>(
      _ keyPath: KeyPath<Value, NewValue> & Sendable = valueLeftOut()
    ) -> EventStream<D, NewValue, Failure> {
      // With this default, the compiler does not try this method for `map { … }`. With two methods that a closure could
      // mean, it tries all combinations along a chain and gives up at six stages.
      map { $0[keyPath: keyPath] }
    }
  #endif

  /// Passes on the same value in place of each.
  ///
  ///     in   --a--b--|
  ///          map(to: z)
  ///     out  --z--z--|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func map<NewValue: Sendable>(
    to value: NewValue = valueLeftOut()
  ) -> EventStream<D, NewValue, Failure> {
    // With this default, the compiler does not try this method for `map { … }`; see above.
    map { _ in value }
  }
}

@inlinable func valueLeftOut<Value>() -> Value { misuse("map(to:)", "a value must be given", ()) }

@usableFromInline struct Mapping<Input: Sendable, Output: Sendable>: ValueRule {
  @usableFromInline let transform: @Sendable (Input) -> Output

  @inlinable init(_ transform: @escaping @Sendable (Input) -> Output) { self.transform = transform }

  @inlinable @inline(__always) func pass(_ value: Input, to next: (Output) -> Void) { next(transform(value)) }
}
