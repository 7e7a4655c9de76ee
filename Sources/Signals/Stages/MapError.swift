extension EventStream {
  /// Transforms the failure.
  ///
  ///     in   --a--b--x
  ///          mapError { Wrapped($0) }
  ///     out  --a--b--x
  ///
  /// - Completes: with the source.
  /// - Fails: with the transformed failure of the source.
  @inlinable public func mapError<NewFailure: Error>(
    _ transform: @escaping @Sendable (Failure) -> NewFailure
  ) -> EventStream<D, Value, NewFailure> {
    stage { observer, _ in
      Observer(next: observer.next, end: { observer.end($0.mapError(transform)) })
    }
  }
}
