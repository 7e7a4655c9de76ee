import Synchronization

/// A switch that can be thrown once.
@usableFromInline package struct Flag: ~Copyable, Sendable {
  @usableFromInline let bit = Atomic<Bool>(false)

  @inlinable package init() {}

  @inlinable package var isSet: Bool { bit.load(ordering: .acquiring) }

  /// Throws the switch. True for the one caller that did it.
  @inlinable package func set() -> Bool { !bit.exchange(true, ordering: .acquiringAndReleasing) }
}
