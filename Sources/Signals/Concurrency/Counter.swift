import Synchronization

/// Counts up, by one writer at a time; anybody may read. Without a second writer neither costs a locked operation.
@usableFromInline struct Counter: ~Copyable, Sendable {
  @usableFromInline let number = Atomic<Int>(0)

  @inlinable init() {}

  @inlinable var value: Int { number.load(ordering: .acquiring) }

  /// The next number, from 1 on. Callers take turns: their calls never overlap.
  @inlinable func advance() -> Int {
    let next = number.load(ordering: .relaxed) &+ 1
    number.store(next, ordering: .releasing)
    return next
  }
}
