import Signals

extension Signal {
  /// How a signal was made, as far as ``then(_:)`` needs to know: it takes apart what it can, so that a long
  /// succession needs neither stack nor a gate for each part.
  @usableFromInline enum Form: Sendable {
    case plain
    /// One part after the other.
    case succession(Succession<T, E>)
    /// Made at each start.
    case deferred(@Sendable () -> Signal<T, E>)
  }
}
