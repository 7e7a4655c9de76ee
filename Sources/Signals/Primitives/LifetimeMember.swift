/// A disposable that a lifetime keeps without a list, as long as it is the only one.
///
/// Sendable because it has no members.
@usableFromInline package class LifetimeMember: @unchecked Sendable {
  @usableFromInline init() {}

  @usableFromInline package var isDisposed: Bool { fatalError("overridden") }

  @usableFromInline package func dispose() { fatalError("overridden") }

  /// Lets what it observes notify it before others (contract S11), at the `front` even before those that come first, too.
  /// Returns what has to come first as well, so that it does.
  func comeFirst(_ front: Bool) -> [AnyObject] { [] }
}
