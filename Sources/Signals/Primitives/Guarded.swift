/// State behind a lock: decide inside ``withLock(_:)``, act on what it returned afterwards.
///
/// A closure belongs in a structure: as the whole state it would get one more wrapper with each access, and the wrappers
/// would call each other.
///
/// An object that is more than its state inherits from it: then both take one block of memory.
///
/// Sendable because `state` is sent in once and can be reached only while the lock is held.
@usableFromInline package class Guarded<State>: @unchecked Sendable {
  @usableFromInline final let lock = Lock()
  /// Protected by `lock`.
  @exclusivity(unchecked) @usableFromInline final var state: State

  @inlinable package init(_ state: sending State) { self.state = state }

  @inlinable @inline(__always) package final func withLock<Result>(_ body: (inout State) -> Result) -> Result
  {
    lock.withLock { body(&state) }
  }
}
