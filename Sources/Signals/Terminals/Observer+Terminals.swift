extension Observer {
  /// Takes values; the end is of no interest.
  @inlinable package static func values(_ action: consuming @escaping @Sendable (Value) -> Void) -> Self {
    Self(next: consume action, end: { _ in })
  }

  /// Takes values as successes, and the failure.
  @inlinable static func results(
    _ action: @escaping @Sendable (Result<Value, Failure>) -> Void
  ) -> Self {
    Self(
      next: { action(.success($0)) },
      end: { if case .failed(let failure) = $0 { action(.failure(failure)) } })
  }
}
