extension EventStream where Value == Bool {
  /// Turns true into false and false into true.
  ///
  ///     in   --true---false--|
  ///          negate()
  ///     out  --false--true---|
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func negate() -> Self { map { !$0 } }
}
