extension Observer {
  /// An observer of some events. It ignores the others; without `failed:` a failure goes to ``UnhandledFailures``, with the
  /// place of this call.
  @inlinable public init(
    next: (@Sendable (Value) -> Void)? = nil,
    failed: (@Sendable (Failure) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    interrupted: (@Sendable () -> Void)? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      next: next ?? { _ in },
      end: { termination in
        switch termination {
        case .failed(let failure):
          if let failed { failed(failure) } else { UnhandledFailures.report(failure, fileID, line) }
        case .completed: completed?()
        case .interrupted: interrupted?()
        }
      })
  }

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
