extension EventStream where D == Pull {
  /// Begins with another stream, and goes on with this one after that has completed.
  ///
  ///     in     --a--b--|
  ///     other  -1-2-|
  ///            prepend(other)
  ///     out    -1-2---a--b--|
  ///
  /// For producers only: what a signal sends when it is made reaches no observer (contract S2).
  ///
  /// - Completes: with this stream.
  /// - Fails: with either stream.
  @inlinable public func prepend<Other: EventSource>(_ other: Other) -> Self
  where Other.Value == Value, Other.Failure == Failure {
    Self(.pull(other.attach)).append(self)
  }

  /// Begins with some values.
  ///
  ///     in   --a--b--|
  ///          prepend("x", "y")
  ///     out  (xy)--a--b--|
  ///
  /// - Completes: with this stream.
  /// - Fails: with this stream.
  @inlinable public func prepend(_ values: Value...) -> Self {
    prepend(Self(values))
  }
}
