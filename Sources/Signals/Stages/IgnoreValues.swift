extension EventStream {
  /// Passes on the end only.
  ///
  ///     in   --a--b--|
  ///          ignoreValues()
  ///     out  --------|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func ignoreValues() -> EventStream<D, Never, Failure> {
    stage { observer, _ in Observer(next: { _ in }, end: observer.end) }
  }
}
