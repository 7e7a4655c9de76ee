import Synchronization

/// The slots of a cell: four, and four more whenever slow readers hold all of them.
///
/// A struct of an address, because a class would be retained by each read. Sendable because of the protocol
/// that the cell keeps.
@frozen @usableFromInline struct Slots<Content>: @unchecked Sendable {
  @inlinable static var size: Int { 4 }
  /// How many of them are kept for whoever has the turn to write.
  @inlinable static var kept: Int { areTrivial ? 2 : 0 }
  @inlinable static var isFree: Int32 { .min }
  /// Values that are plain bits, and few of them.
  @inlinable static var areTrivial: Bool {
    _isPOD(Content.self) && MemoryLayout<Content>.size <= 48
      && MemoryLayout<Content>.alignment <= 8
  }
  @inlinable static var words: Int { (MemoryLayout<Content>.size + 7) / 8 }
  // The block: the word, who is inside each slot, the address of the next four, and the slots. Small values are read
  // and replaced within two cache lines, so that of a graph of many properties few have to come.
  @inlinable static var blockAlignment: Int { Swift.max(64, MemoryLayout<Content>.alignment) }
  @inlinable static var offsetOfOwed: Int { MemoryLayout<Atomic<UInt64>>.stride }
  @inlinable static var offsetOfLink: Int { offsetOfOwed + size * MemoryLayout<Atomic<Int32>>.stride }
  @inlinable static var offsetOfSlots: Int {
    let alignment = Swift.max(8, MemoryLayout<Content>.alignment)
    return (offsetOfLink + MemoryLayout<Atomic<Int>>.stride + alignment - 1) / alignment * alignment
  }
  @inlinable static var stride: Int {
    let alignment = Swift.max(8, MemoryLayout<Content>.alignment)
    return Swift.max(alignment, (MemoryLayout<Content>.size + alignment - 1) / alignment * alignment)
  }

  @usableFromInline let block: UnsafeMutableRawPointer

  @inlinable init() {
    block = UnsafeMutableRawPointer.allocate(
      byteCount: Self.offsetOfSlots + Self.size * Self.stride, alignment: Self.blockAlignment)
    word.initialize(to: Atomic(1 << 24))
    for slot in 0..<Self.size { (owed + slot).initialize(to: Atomic(Self.isFree)) }
    link.initialize(to: Atomic(0))
    if Self.areTrivial {
      at(0).initializeMemory(as: UInt8.self, repeating: 0, count: Self.size * Self.stride)
    }
  }

  /// From the lowest bit: 8 bits the current slot, 16 bits how many readers are inside it, 40 bits the generation.
  @inlinable @inline(__always) var word: UnsafeMutablePointer<Atomic<UInt64>> {
    block.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// How many readers of a value that was replaced are still inside, once the one who replaced it has
  /// counted them; until then, minus those that have left. Free slots have a value of their own.
  @inlinable @inline(__always) var owed: UnsafeMutablePointer<Atomic<Int32>> {
    (block + Self.offsetOfOwed).assumingMemoryBound(to: Atomic<Int32>.self)
  }

  /// The address of the next four slots, or 0.
  @inlinable @inline(__always) var link: UnsafeMutablePointer<Atomic<Int>> {
    (block + Self.offsetOfLink).assumingMemoryBound(to: Atomic<Int>.self)
  }

  /// All slots have to be free.
  @usableFromInline func deallocate() {
    let next = link.pointee.load(ordering: .acquiring)
    if next != 0 { more(at: next).release() }
    owed.deinitialize(count: Self.size)
    link.deinitialize(count: 1)
    word.deinitialize(count: 1)
    block.deallocate()
  }

  /// The current value, and how often it has been replaced.
  @inlinable @inline(__always) func read() -> (content: Content, generation: UInt64) {
    if Self.areTrivial {
      let seen = word.pointee.load(ordering: .sequentiallyConsistent)
      let slot = Int(truncatingIfNeeded: seen & 0xff)
      if slot < Self.size, let content = copy(at: at(slot), seen) {
        return (content, seen >> 24)
      }
      return readAgain()
    }
    let entered = word.pointee.wrappingAdd(1 << 8, ordering: .sequentiallyConsistent).newValue
    let content = self.content(Int(truncatingIfNeeded: entered & 0xff))
    leave(entered: entered)
    return (content, entered >> 24)
  }

  /// Apart from ``read()``, so that reading takes few instructions where no thread replaces the value meanwhile.
  @inlinable @inline(never) func readAgain() -> (content: Content, generation: UInt64) {
    while true {
      let seen = word.pointee.load(ordering: .sequentiallyConsistent)
      let address = self.address(Int(truncatingIfNeeded: seen & 0xff))
      if let content = copy(at: address, seen) { return (content, seen >> 24) }
    }
  }

  @inlinable @inline(__always) func leave(entered: UInt64) {
    var seen = entered
    while seen >> 24 == entered >> 24 {
      let (left, now) = word.pointee.compareExchange(
        expected: seen, desired: seen &- 1 << 8, ordering: .acquiringAndReleasing)
      if left { return }
      seen = now
    }
    leave(Int(truncatingIfNeeded: entered & 0xff))
  }

  /// Of the slots that are kept for whoever has the turn, the one that is not current.
  @inlinable @inline(__always) func kept(besides current: Int) -> Int { current == 0 ? 1 : 0 }

  /// Takes a free slot.
  @inlinable @inline(__always) func claim() -> Int {
    for slot in Self.kept..<Self.size {
      if owed[slot].load(ordering: .relaxed) == Self.isFree,
        owed[slot].compareExchange(
          expected: Self.isFree, desired: 0, ordering: .acquiringAndReleasing
        ).exchanged
      {
        return slot
      }
    }
    return claimElsewhere()
  }

  @usableFromInline @inline(never) func claimElsewhere() -> Int { Self.size + next().claim() }

  /// The next four slots, made when they are needed first.
  @usableFromInline @inline(never) func next() -> Slots {
    let more = link.pointee.load(ordering: .acquiring)
    if more != 0 { return self.more(at: more).takeUnretainedValue().slots }
    let made = Unmanaged.passRetained(MoreSlots<Content>())
    let (stored, now) = link.pointee.compareExchange(
      expected: 0, desired: Int(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
    if !stored { made.release() }
    return stored ? made.takeUnretainedValue().slots : self.more(at: now).takeUnretainedValue().slots
  }

  private func more(at address: Int) -> Unmanaged<MoreSlots<Content>> {
    .fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }

  @inlinable @inline(__always) func at(_ slot: Int) -> UnsafeMutableRawPointer {
    block + Self.offsetOfSlots + slot &* Self.stride
  }

  /// The content of a slot whose reader has announced itself.
  @inlinable @inline(__always) func content(_ slot: Int) -> Content {
    address(slot).assumingMemoryBound(to: Content.self).pointee
  }

  /// The bits of the slot that was current when the word was `seen`; nothing if they may have been overwritten while
  /// they were copied.
  @inlinable @inline(__always) func copy(at address: UnsafeMutableRawPointer, _ seen: UInt64) -> Content? {
    let content = copy(at: address)
    atomicMemoryFence(ordering: .acquiring)
    return word.pointee.load(ordering: .relaxed) >> 24 == seen >> 24 ? content : nil
  }

  /// The bits of a slot, which may be overwritten while they are copied.
  @inlinable @inline(__always) func copy(at address: UnsafeMutableRawPointer) -> Content {
    let source = address.assumingMemoryBound(to: Atomic<UInt64>.self)
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    words.0 = source[0].load(ordering: .relaxed)
    if Self.words > 1 { words.1 = source[1].load(ordering: .relaxed) }
    if Self.words > 2 { words.2 = source[2].load(ordering: .relaxed) }
    if Self.words > 3 { words.3 = source[3].load(ordering: .relaxed) }
    if Self.words > 4 { words.4 = source[4].load(ordering: .relaxed) }
    if Self.words > 5 { words.5 = source[5].load(ordering: .relaxed) }
    return _withUnprotectedUnsafePointer(to: words) { UnsafeRawPointer($0).load(as: Content.self) }
  }

  /// Where a slot lies, also if that is elsewhere.
  @inlinable @inline(__always) func address(_ slot: Int) -> UnsafeMutableRawPointer {
    slot < Self.size ? at(slot) : addressElsewhere(slot)
  }

  @usableFromInline @inline(never) func addressElsewhere(_ slot: Int) -> UnsafeMutableRawPointer {
    next().address(slot - Self.size)
  }

  /// Writes into a slot that the caller has claimed.
  @inlinable @inline(__always) func fill(_ slot: Int, _ content: Content) {
    guard Self.areTrivial else {
      return address(slot).assumingMemoryBound(to: Content.self).initialize(to: content)
    }
    let target = address(slot).assumingMemoryBound(to: Atomic<UInt64>.self)
    _withUnprotectedUnsafePointer(to: content) { content in
      let bytes = UnsafeRawPointer(content)
      // Whoever reads such a word sees the generation that let the slot be used again, too.
      target[0].store(Self.word(0, bytes), ordering: .releasing)
      if Self.words > 1 { target[1].store(Self.word(1, bytes), ordering: .releasing) }
      if Self.words > 2 { target[2].store(Self.word(2, bytes), ordering: .releasing) }
      if Self.words > 3 { target[3].store(Self.word(3, bytes), ordering: .releasing) }
      if Self.words > 4 { target[4].store(Self.word(4, bytes), ordering: .releasing) }
      if Self.words > 5 { target[5].store(Self.word(5, bytes), ordering: .releasing) }
    }
  }

  /// Eight bytes of a content, or what there is of the last ones: read in the size in which they lie there. To
  /// collect them in memory first would make the processor wait for them.
  @inlinable @inline(__always) static func word(_ index: Int, _ bytes: UnsafeRawPointer) -> UInt64 {
    let offset = index &* 8
    switch MemoryLayout<Content>.size &- offset {
    case 8...: return bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
    case 4: return UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    case 2: return UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    case 1: return UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt8.self))
    case let rest:
      var word: UInt64 = 0
      withUnsafeMutableBytes(of: &word) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes + offset, count: Swift.max(0, rest)))
      }
      return word
    }
  }

  /// The slot is not current any more, and so many readers were inside at that moment. The content comes
  /// back if all of them have left.
  @inlinable @inline(__always) func retire(_ slot: Int, _ readers: Int) -> Content? {
    if Self.areTrivial, slot < Self.size {
      owed[slot].store(Self.isFree, ordering: .releasing)
      return nil
    }
    return readers == 0 ? empty(slot) : retireLater(slot, readers)
  }

  @usableFromInline @inline(never) func retireLater(_ slot: Int, _ readers: Int) -> Content? {
    if slot >= Self.size { return next().retireLater(slot - Self.size, readers) }
    let left = owed[slot].wrappingAdd(Int32(readers), ordering: .acquiringAndReleasing).newValue
    return left == 0 ? empty(slot) : nil
  }

  /// Leaves a slot that is not current any more.
  @usableFromInline @inline(never) func leave(_ slot: Int) {
    if slot >= Self.size { return next().leave(slot - Self.size) }
    if owed[slot].wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { _ = empty(slot) }
  }

  /// Takes the content out and frees the slot.
  @inlinable @inline(__always) func empty(_ slot: Int) -> Content? {
    if slot >= Self.size { return next().empty(slot - Self.size) }
    if Self.areTrivial {
      owed[slot].store(Self.isFree, ordering: .releasing)
      return nil
    }
    let content = at(slot).assumingMemoryBound(to: Content.self).move()
    owed[slot].store(Self.isFree, ordering: .releasing)
    return content
  }
}

/// Four slots that were made later.
private final class MoreSlots<Content>: Sendable {
  let slots = Slots<Content>()

  deinit { slots.deallocate() }
}
