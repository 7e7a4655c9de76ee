/// A disposable that a lifetime keeps without a list, as long as it is the only one.
///
/// Sendable because it has no members.
@usableFromInline package class LifetimeMember: @unchecked Sendable {
  @usableFromInline init() {}

  @usableFromInline package var isDisposed: Bool { fatalError("overridden") }

  @usableFromInline package func dispose() { fatalError("overridden") }
}
