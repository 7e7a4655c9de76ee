import Signals

/// The parts of a signal that was made with ``then(_:)``, linked from the last to the first.
///
/// Sendable because it never changes while a reference to it exists: it is taken apart when it is released.
@usableFromInline final class Succession<T, E>: @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var earlier: Succession?
  /// Nil only while this is released.
  @exclusivity(unchecked) @usableFromInline var last: Signal<T, E>?

  @inlinable init(_ earlier: Succession?, _ last: Signal<T, E>) {
    self.earlier = earlier
    self.last = last
  }

  /// Releases one part after the other: a long chain that released its own tail would need a stack as long. So would a part
  /// that is a succession itself.
  deinit {
    if case .succession = last?.form { ReleaseList.release(&last) }
    var rest = earlier.take()
    while rest != nil, isKnownUniquelyReferenced(&rest) { rest = rest?.earlier.take() }
  }

  /// Appends all parts, the last one first.
  @inlinable func append(backwardsTo parts: inout [Signal<T, E>]) {
    var rest: Succession? = self
    while let present = rest {
      if let last = present.last { parts.append(last) }
      rest = present.earlier
    }
  }
}
