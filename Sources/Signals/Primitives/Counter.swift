import Synchronization

/// A counter with a single writer at a time; any thread may read. With one writer, neither writing nor reading costs a
/// locked operation.
@usableFromInline struct Counter: ~Copyable, Sendable {
  @usableFromInline let number = Atomic<Int>(0)

  @inlinable init() {}

  @inlinable var value: Int { number.load(ordering: .acquiring) }

  /// The next number, from 1 on. There is a single writer at a time: calls never overlap.
  @inlinable func advance() -> Int {
    let next = number.load(ordering: .relaxed) &+ 1
    number.store(next, ordering: .releasing)
    return next
  }
}
