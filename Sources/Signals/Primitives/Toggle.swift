import Synchronization

/// A Boolean that any thread may set and read. What it says orders nothing else.
@usableFromInline struct Toggle: ~Copyable, Sendable {
  @usableFromInline let state = Atomic<Bool>(false)

  @inlinable init() {}

  @inlinable @inline(__always) var isOn: Bool { state.load(ordering: .relaxed) }

  @inlinable func set(_ isOn: Bool) { state.store(isOn, ordering: .relaxed) }
}
