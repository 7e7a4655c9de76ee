extension EventStream {
  /// Sends a value and completes instead of failing.
  ///
  ///     in   --a--x
  ///          replaceError(with: z)
  ///     out  --a--(z|)
  ///
  /// - Completes: with the source, or after the value that stands for a failure.
  /// - Fails: never.
  @inlinable public func replaceError(with value: Value) -> EventStream<D, Value, Never> {
    endingFailures { $0.next(value) }
  }

  /// Completes instead of failing.
  ///
  ///     in   --a--x
  ///          completeOnError()
  ///     out  --a--|
  ///
  /// - Completes: with the source, or when it fails.
  /// - Fails: never.
  @inlinable public func completeOnError() -> EventStream<D, Value, Never> {
    endingFailures { _ in }
  }

  /// Completes instead of failing, after `lastWords` has sent the last values.
  @inlinable func endingFailures(
    _ lastWords: @escaping @Sendable (Observer<Value, Never>) -> Void
  ) -> EventStream<D, Value, Never> {
    stage { observer, source in
      Observer(
        next: observer.next,
        end: { termination in
          switch termination {
          case .completed: observer.end(.completed)
          case .interrupted: observer.end(.interrupted)
          case .failed:
            if !source.isDisposed { lastWords(observer) }
            observer.end(.completed)
          }
        })
    }
  }
}
