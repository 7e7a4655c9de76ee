extension EventStream where Failure == Never {
  /// Gives a stream that cannot fail a failure type, so that it fits where one is expected.
  ///
  ///     in   --a--b--|
  ///          setFailureType(to: NetworkError.self)
  ///     out  --a--b--|
  ///
  /// - Completes: with the source.
  /// - Fails: never.
  @inlinable public func setFailureType<NewFailure: Error>(
    to type: NewFailure.Type = NewFailure.self
  ) -> EventStream<D, Value, NewFailure> {
    stage { observer, _ in
      Observer(
        next: observer.next,
        end: { observer.end($0.withFailureType()) })
    }
  }
}
