extension EventStream {
  /// Goes on with another stream after this one has completed.
  ///
  ///     in     --a--b--|
  ///     other  -1-2-|
  ///            append(other)
  ///     out    --a--b---1-2-|
  ///
  /// The other stream is attached when this one completes: a signal is heard from that moment on.
  ///
  /// - Completes: with the other stream.
  /// - Fails: with either stream; the other stream is not attached if this one fails.
  @inlinable public func append<Other: EventSource>(_ other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    join { junction in
      junction.connectFirst(
        self, next: junction.output.next,
        end: { termination in
          if !termination.isCompleted { return junction.end(termination) }
          junction.connectLast(other)
        })
    }
  }
}
