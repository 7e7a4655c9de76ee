import Synchronization

/// The value of a node with its version: any thread reads it at any time, one thread at a time replaces it.
///
/// A version is the number of values so far. Version 0 has no value: the node has not been computed yet.
///
/// Sendable because values are `Sendable`, and the slots publish them.
@frozen @usableFromInline struct ValueCell<Value: Sendable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let slots: Slots<Value>

  @inlinable init() {
    slots = Slots()
    slots.word.pointee.store(0, ordering: .relaxed)
  }

  deinit { slots.deallocate() }

  @inlinable @inline(__always) var version: UInt64 { slots.word.pointee.load(ordering: .acquiring) >> 24 }

  /// - Precondition: There is a value.
  @inlinable @inline(__always) func read() -> (value: Value, version: UInt64) {
    let (value, version) = slots.read()
    return (value, version)
  }

  /// Replaces the value. The previous one comes back where no thread reads it any more, so that the caller can
  /// release it outside every lock.
  ///
  /// - Precondition: No other thread stores.
  @inlinable @inline(__always) func store(_ value: Value) -> Value? {
    let seen = slots.word.pointee.load(ordering: .relaxed)
    let current = Int(truncatingIfNeeded: seen & 0xff)
    let slot = Slots<Value>.areTrivial ? slots.kept(besides: current) : slots.claim()
    slots.fill(slot, value)
    let word = (seen >> 24 &+ 1) << 24 | UInt64(truncatingIfNeeded: slot)
    if Slots<Value>.areTrivial {
      slots.word.pointee.store(word, ordering: .releasing)
      return nil
    }
    // Exchanged, because readers announce themselves in the same word.
    let before = slots.word.pointee.exchange(word, ordering: .acquiringAndReleasing)
    if before >> 24 == 0 { return nil }
    return slots.retire(
      Int(truncatingIfNeeded: before & 0xff), Int(truncatingIfNeeded: before >> 8 & 0xffff))
  }

  /// The value, which is then not there any more.
  ///
  /// - Precondition: No other thread has the cell.
  @inlinable func take() -> Value? {
    let seen = slots.word.pointee.exchange(0, ordering: .acquiringAndReleasing)
    return seen >> 24 == 0 ? nil : slots.empty(Int(truncatingIfNeeded: seen & 0xff))
  }
}

/// A value where its type is not known.
@usableFromInline final class ValueBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }

  @inlinable static func value(in box: AnyObject) -> Value { unsafeDowncast(box, to: ValueBox.self).value }
}
