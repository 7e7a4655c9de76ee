// The bits of a value as words, and back. They are copied, and not read as another type: in optimised builds the compiler drops
// what is stored in the parts of a tuple, because it does not see that a read of another type needs them. See
// Documentation/Decisions/0052-words-of-a-tuple.md. Where sizes are known, no copy is left in optimised code.

/// Eight bytes of a value, or what there is of the last ones.
///
/// - Precondition: The value is plain bits: nothing in it is retained.
@inlinable @inline(__always)
func copiedWord<Value>(_ index: Int, of value: UnsafePointer<Value>) -> UInt64 {
  var word: UInt64 = 0
  let offset = index &* 8
  let count = Swift.min(8, MemoryLayout<Value>.size &- offset)
  _withUnprotectedUnsafeMutablePointer(to: &word) {
    let source = UnsafeRawPointer(value) + offset
    UnsafeMutableRawPointer($0).copyMemory(from: source, byteCount: Swift.max(0, count))
  }
  return word
}

/// A value of the bits that lie at an address.
@inlinable @inline(__always)
func copiedValue<Value>(of type: Value.Type, from bits: UnsafeRawPointer) -> Value {
  _withUnprotectedUnsafeTemporaryAllocation(of: type, capacity: 1) {
    let copy = $0.baseAddress!
    UnsafeMutableRawPointer(copy).copyMemory(from: bits, byteCount: MemoryLayout<Value>.size)
    return copy.pointee
  }
}
