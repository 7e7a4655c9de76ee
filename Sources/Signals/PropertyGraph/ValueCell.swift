import Synchronization

/// The value of a node with its version: any thread reads it at any time, one thread at a time replaces it.
///
/// A version is the number of values so far. Version 0 has no value: the node has not been computed yet.
///
/// It lies in memory that its owner has allocated. Sendable because values are `Sendable`, and the slots publish them.
@frozen @usableFromInline package struct ValueCell<Value: Sendable>: @unchecked Sendable {
  @usableFromInline package let slots: Slots<Value>

  /// The cell that was made at an address.
  @inlinable @inline(__always) package init(at memory: UnsafeMutableRawPointer) { slots = Slots(at: memory) }

  @inlinable package static var byteCount: Int { Slots<Value>.byteCount }

  /// Makes a cell.
  ///
  /// - Precondition: `memory` has ``byteCount`` bytes, and its address is a multiple of eight.
  @inlinable package static func initialize(at memory: UnsafeMutableRawPointer) {
    Slots<Value>.initialize(at: memory)
  }

  @inlinable @inline(__always) package var version: UInt64 {
    slots.word.pointee.load(ordering: .acquiring) >> 24
  }

  /// - Precondition: There is a value.
  @inlinable @inline(__always) package func read() -> (value: Value, version: UInt64) {
    let (value, version) = slots.read()
    return (value, version)
  }

  /// The same of values that are plain bits; nil for others, and if the value is just replaced.
  @inlinable @inline(__always) func readTrivial() -> (value: Value, version: UInt64)? {
    guard Slots<Value>.areTrivial else { return nil }
    let seen = slots.word.pointee.load(ordering: .acquiring)
    guard let value = slots.copy(seen) else { return nil }
    return (value, seen >> 24)
  }

  /// Whether there is a value for which `condition` holds. It is not copied, and no thread announces that it reads it.
  ///
  /// - Precondition: No other thread stores.
  @inlinable @inline(__always) func holdsOwn(_ condition: (Value) -> Bool) -> Bool {
    let word = slots.word.pointee.load(ordering: .relaxed)
    return word >> 24 > 0 && condition(slots.content(Int(truncatingIfNeeded: word & 0xff)))
  }

  /// Replaces the value. The previous one comes back where no thread reads it any more, so that the caller can
  /// release it outside every lock.
  ///
  /// - Precondition: No other thread stores.
  @inlinable @inline(__always) package func store(_ value: Value) -> Value? {
    let slot = slots.claim()
    slots.fill(slot, value)
    let generation = slots.word.pointee.load(ordering: .relaxed) >> 24 &+ 1
    let word = generation << 24 | UInt64(truncatingIfNeeded: slot)
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
  @inlinable package func take() -> Value? {
    let before = slots.word.pointee.exchange(0, ordering: .acquiringAndReleasing)
    defer { slots.deallocateMore() }
    if before >> 24 == 0 { return nil }
    let slot = Int(truncatingIfNeeded: before & 0xff)
    return Slots<Value>.areTrivial ? slots.copy(at: slots.at(slot)) : slots.retire(slot, 0)
  }
}

/// A value where its type is not known.
@usableFromInline final class ValueBox<Value: Sendable>: Sendable {
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }

  @inlinable static func value(in box: AnyObject) -> Value { unsafeDowncast(box, to: ValueBox.self).value }
}
