/// What a stage makes of each value, where it passes on ends as they are: see ``EventStream/stage(_:)``.
///
/// A type of its own, not a closure, because the optimiser does not look into a closure that another one has captured.
@usableFromInline protocol ValueRule<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// Calls `next` with what is made of `value`.
  func pass(_ value: Input, to next: (Output) -> Void)
}

extension ValueRule {
  /// Takes over what is below, so that starting a chain retains nothing for its stages.
  @inlinable func observer<Failure>(
    above below: consuming Observer<Output, Failure>
  ) -> Observer<Input, Failure> {
    Observer(next: { [next = below.next] in pass($0, to: next) }, end: below.end)
  }
}
