extension EventStream {
  /// Goes on with another stream after this one has completed.
  ///
  ///     in     --a--b--|
  ///     other  -1-2-|
  ///            append(other)
  ///     out    --a--b---1-2-|
  ///
  /// The other stream is attached when this one completes: a signal is observed from that moment on.
  ///
  /// - Completes: with the other stream.
  /// - Fails: with either stream; the other stream is not attached if this one fails.
  @inlinable public func append<Other: EventSource>(_ other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    switch storage {
    case .pull, .row: followed(by: other)
    case .push:
      join { junction in
        junction.connectFirst(
          self, next: junction.next,
          end: { termination, first in
            if !termination.isCompleted { return junction.end(termination) }
            junction.connectLast(other, after: first)
          })
      }
    }
  }

  /// Goes on with some values after the stream has completed.
  ///
  ///     in   --a--b--|
  ///          append("x", "y")
  ///     out  --a--b--(xy|)
  ///
  /// - Completes: with the source, after the values.
  /// - Fails: with the source; the values are not sent then.
  @inlinable public func append(_ values: Value...) -> Self {
    append(SignalProducer<Value, Failure>(values))
  }
}
