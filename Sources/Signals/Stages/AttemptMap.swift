extension EventStream {
  /// Transforms each value, or fails.
  ///
  ///     in   --1--2--z--4--|
  ///          attemptMap { parse($0) }
  ///     out  --1--2--x
  ///
  /// - Completes: with the source.
  /// - Fails: with the source, or with the first transformation that fails; the source is disposed of then.
  @inlinable public func attemptMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Result<NewValue, Failure>
  ) -> EventStream<D, NewValue, Failure> {
    stage { observer, source in
      let isOpen = Box(true)
      return Observer(
        next: { value in
          guard isOpen.value else { return }
          switch transform(value) {
          case .success(let value): observer.next(value)
          case .failure(let failure):
            isOpen.value = false
            observer.end(.failed(failure))
            source.dispose()
          }
        },
        end: { if isOpen.value { observer.end($0) } })
    }
  }

  /// Transforms each value, or gives a stream that could not fail its first failure.
  @_disfavoredOverload
  @inlinable public func attemptMap<NewValue: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) -> Result<NewValue, NewFailure>
  ) -> EventStream<D, NewValue, NewFailure> where Failure == Never {
    setFailureType(to: NewFailure.self).attemptMap(transform)
  }
}
