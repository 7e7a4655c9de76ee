extension EventStream {
  /// Makes results of the values and of the failure, so that the stream cannot fail.
  ///
  ///     in   --a-----------x
  ///          materializeResults()
  ///     out  --success(a)--(failure|)
  ///
  /// - Completes: with the source, also when the source failed, after the failure.
  /// - Fails: never.
  @inlinable public func materializeResults() -> EventStream<D, Result<Value, Failure>, Never> {
    stage { observer, source in
      Observer(
        next: { observer.next(.success($0)) },
        end: { termination in
          switch termination {
          case .failed(let failure):
            if !source.isDisposed { observer.next(.failure(failure)) }
            observer.end(.completed)
          case .completed: observer.end(.completed)
          case .interrupted: observer.end(.interrupted)
          }
        })
    }
  }

  /// Makes values and a failure of results: the reverse of ``materializeResults()``.
  ///
  ///     in   --success(a)--failure--b--|
  ///          dematerializeResults()
  ///     out  --a-----------x
  ///
  /// - Completes: with the source.
  /// - Fails: with the first result that is a failure; the source is disposed of then.
  @inlinable public func dematerializeResults<NewValue, NewFailure>() -> EventStream<
    D, NewValue, NewFailure
  > where Value == Result<NewValue, NewFailure>, Failure == Never {
    attemptMap { (result: Value) -> Value in result }
  }
}
