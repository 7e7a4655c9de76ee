extension EventStream {
  /// Counts the values, and sends their number at the end.
  ///
  ///     in   --a--b--c--|
  ///          count()
  ///     out  -----------(3|)
  ///
  /// - Completes: with the source, after the number.
  /// - Fails: with the source; there is no number then.
  @inlinable public func count() -> EventStream<D, Int, Failure> {
    reduce(0) { count, _ in count + 1 }
  }
}
