import Signals

/// The parts of a signal that was made with ``then(_:)``, linked from the last to the first.
///
/// Sendable because it never changes while a reference to it exists: it is taken apart when it is released.
@usableFromInline final class Succession<T, E>: @unchecked Sendable {
  @usableFromInline var earlier: Succession?
  /// Nil only while this is released.
  @usableFromInline var last: Signal<T, E>?

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

  /// All parts, the last one first.
  @inlinable var backwards: some Sequence<Signal<T, E>> {
    sequence(first: self, next: \.earlier).lazy.map { $0.last! }
  }
}
