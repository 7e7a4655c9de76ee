/// State behind a lock: decide inside ``withLock(_:)``, act on what it returned afterwards.
///
/// A closure belongs in a structure: as the whole state it would get one more wrapper with each access, and the wrappers
/// would call each other.
///
/// Sendable because `state` is sent in once and can be reached only while the lock is held.
@usableFromInline package final class Guarded<State>: @unchecked Sendable {
  @usableFromInline let lock = Lock()
  /// Protected by `lock`.
  @exclusivity(unchecked) @usableFromInline var state: State

  @inlinable package init(_ state: sending State) { self.state = state }

  @inlinable @inline(__always) package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }
}
