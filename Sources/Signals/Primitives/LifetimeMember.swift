/// A disposable that a lifetime keeps without a list, as long as it is the only one.
///
/// Sendable because it has no members.
@usableFromInline class LifetimeMember: @unchecked Sendable {
  @usableFromInline init() {}

  @usableFromInline var isDisposed: Bool { fatalError("overridden") }

  @usableFromInline func dispose() { fatalError("overridden") }
}
