extension EventStream {
  /// Goes on with another stream after a failure.
  ///
  ///     in       --a--b--x
  ///     handler  -1-2-|
  ///              catch { _ in handler }
  ///     out      --a--b---1-2-|
  ///
  /// - Completes: with the source, or with the stream that replaced it.
  /// - Fails: with the stream that replaced it.
  @inlinable public func `catch`<OtherDrive, NewFailure>(
    _ handler: @escaping @Sendable (Failure) -> EventStream<OtherDrive, Value, NewFailure>
  ) -> EventStream<D, Value, NewFailure> {
    // Not generic over the type of the other stream, as `flatMap`.
    catching(handler)
  }

  /// Replaces a failure by another source, a future, a property or a ``LatestValue``, as ``catch(_:)`` does by a stream.
  @_disfavoredOverload
  @inlinable public func `catch`<Replacement: EventSource>(
    _ handler: @escaping @Sendable (Failure) -> Replacement
  ) -> EventStream<D, Value, Replacement.Failure> where Replacement.Value == Value {
    catching(handler)
  }

  @inlinable func catching<Replacement: EventSource>(
    _ handler: @escaping @Sendable (Failure) -> Replacement
  ) -> EventStream<D, Value, Replacement.Failure> where Replacement.Value == Value {
    join { (junction: Junction<Value, Replacement.Failure>) in
      junction.connectFirst(
        self, next: junction.next,
        end: { termination, first in
          switch termination {
          case .completed: junction.end(.completed)
          case .interrupted: junction.end(.interrupted)
          case .failed(let failure):
            junction.connectLast(handler(failure), after: first)
          }
        })
    }
  }
}
