extension EventStream {
  /// Waits for the stream to complete, ignoring its values, then goes on with another one.
  ///
  ///     in     --a--b--|
  ///     other  -1-2-|
  ///            andThen(other)
  ///     out    ---------1-2-|
  ///
  /// The other stream is attached when this one completes: a signal is observed from that moment on.
  ///
  /// - Completes: with the other stream.
  /// - Fails: with either stream; the other stream is not attached if this one fails.
  @inlinable public func andThen<Other: EventSource>(
    _ other: Other
  ) -> EventStream<D, Other.Value, Failure> where Other.Failure == Failure {
    join { (junction: Junction<Other.Value, Failure>) in
      junction.connectFirst(
        self, next: { _ in },
        end: { termination, first in
          if !termination.isCompleted { return junction.end(termination) }
          junction.connectLast(other, after: first)
        })
    }
  }
}
