/// A disposable that a lifetime keeps without a list, as long as it is the only one.
///
/// Sendable because it has no members.
@usableFromInline package class LifetimeMember: @unchecked Sendable {
  @usableFromInline init() {}

  @usableFromInline package var isDisposed: Bool { fatalError("overridden") }

  @usableFromInline package func dispose() { fatalError("overridden") }

  /// Lets what it observes notify it before others (contract S11). Returns what has to come first as well,
  /// so that it does.
  func comeFirst(_ place: FirstPlace) -> [AnyObject] { [] }
}

/// Where an observer stands that receives an event before the others of a list.
@usableFromInline package enum FirstPlace: Sendable {
  /// Before all of them: it only remembers the event, or decides what becomes of others.
  case front
  /// Behind those: it acts, inside of a join that is itself a side of another one which comes first.
  case behindOthers
}
