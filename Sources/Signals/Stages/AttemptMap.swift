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
      let isOpen = GateBox(true)
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

  /// Transforms each value with a closure that can throw, or fails with the error that was thrown.
  ///
  ///     in   --1--2--z--4--|
  ///          attemptMap { text throws(SyntaxError) in try parse(text) }
  ///     out  --1--2--x
  ///
  /// The compiler takes the errors of a closure for `any Error` unless they are written down: `throws(SyntaxError) in`. A
  /// function that throws the failure of the stream can be passed as it is: `attemptMap(parse)`.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source, or with the first error that is thrown; the source is disposed of then.
  @_disfavoredOverload
  @inlinable public func attemptMap<NewValue: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(Failure) -> NewValue
  ) -> EventStream<D, NewValue, Failure> {
    attemptMap { (value: Value) -> Result<NewValue, Failure> in
      do throws(Failure) { return .success(try transform(value)) } catch { return .failure(error) }
    }
  }

  /// Transforms each value with a closure that can throw, and gives a stream that could not fail its first failure: the type
  /// of the errors, which is `any Error` unless it is written down.
  @_disfavoredOverload
  @inlinable public func attemptMap<NewValue: Sendable, NewFailure: Error>(
    _ transform: @escaping @Sendable (Value) throws(NewFailure) -> NewValue
  ) -> EventStream<D, NewValue, NewFailure> where Failure == Never {
    let fallible = setFailureType(to: NewFailure.self)
    return fallible.attemptMap { (value: Value) -> Result<NewValue, NewFailure> in
      do throws(NewFailure) { return .success(try transform(value)) } catch { return .failure(error) }
    }
  }
}
