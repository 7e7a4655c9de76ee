import Synchronization

/// The memory of a value: two slots, so that one can be filled while the other one is read, and two more whenever slow
/// readers hold all of them.
///
/// One thread at a time fills slots; any thread reads. A struct of an address, because a class would be retained by each
/// read. Sendable because of the protocol that the cell keeps.
@frozen @usableFromInline package struct Slots<Content>: @unchecked Sendable {
  @inlinable package static var count: Int { 2 }
  @inlinable static var isFree: Int32 { .min }
  /// How many slots the word can distinguish.
  private static var limit: Int { 256 }
  /// Values that are plain bits, and few of them. They are copied without announcement, and have no more than two slots.
  @inlinable static var areTrivial: Bool {
    _isPOD(Content.self) && MemoryLayout<Content>.size <= 48
      && MemoryLayout<Content>.alignment <= 8
  }
  @inlinable static var words: Int { (MemoryLayout<Content>.size + 7) / 8 }
  // The block: the word; who is inside each slot, and the address of the next two, unless values are trivial; the slots.
  @inlinable static var offsetOfOwed: Int { MemoryLayout<AtomicUInt64>.stride }
  @inlinable static var offsetOfLink: Int { offsetOfOwed + count * MemoryLayout<Atomic<Int32>>.stride }
  @inlinable static var offsetOfSlots: Int {
    areTrivial ? offsetOfOwed : offsetOfLink + MemoryLayout<Atomic<Int>>.stride
  }
  @inlinable static var alignment: Int { Swift.max(8, MemoryLayout<Content>.alignment) }
  @inlinable static var stride: Int {
    Swift.max(alignment, (MemoryLayout<Content>.size + alignment - 1) / alignment * alignment)
  }
  /// The size of a block that begins at any multiple of eight.
  @inlinable package static var byteCount: Int { offsetOfSlots + count * stride + alignment - 8 }

  @usableFromInline package let block: UnsafeMutableRawPointer

  @inlinable init(at block: UnsafeMutableRawPointer) { self.block = block }

  /// - Precondition: `memory` has ``byteCount`` bytes.
  @inlinable package static func initialize(at memory: UnsafeMutableRawPointer) {
    let slots = Slots(at: memory)
    slots.word.initialize(to: AtomicUInt64(0))
    if areTrivial {
      slots.at(0).initializeMemory(as: UInt8.self, repeating: 0, count: count * stride)
    } else {
      for slot in 0..<count { (slots.owed + slot).initialize(to: Atomic(isFree)) }
      slots.link.initialize(to: Atomic(0))
    }
  }

  /// Deallocates all but the first block. All slots have to be free.
  @usableFromInline func deallocateMore() {
    if Self.areTrivial { return }
    guard let more = self.more else { return }
    more.deallocateMore()
    more.block.deallocate()
  }

  /// From the lowest bit: 8 bits the current slot, 16 bits how many readers are inside it, 40 bits the generation.
  @inlinable @inline(__always) package var word: UnsafeMutablePointer<AtomicUInt64> {
    block.assumingMemoryBound(to: AtomicUInt64.self)
  }

  /// How many readers of a value that was replaced are still inside, once the thread that replaced it has
  /// counted them; until then, minus those that have left. Free slots have a value of their own.
  @inlinable @inline(__always) var owed: UnsafeMutablePointer<Atomic<Int32>> {
    (block + Self.offsetOfOwed).assumingMemoryBound(to: Atomic<Int32>.self)
  }

  /// The address of the next block, or 0.
  @inlinable @inline(__always) package var link: UnsafeMutablePointer<Atomic<Int>> {
    (block + Self.offsetOfLink).assumingMemoryBound(to: Atomic<Int>.self)
  }

  @inlinable @inline(__always) func at(_ slot: Int) -> UnsafeMutableRawPointer {
    var first = block + Self.offsetOfSlots
    if Self.alignment > 8 { first = first.alignedUp(toMultipleOf: Self.alignment) }
    return first + slot &* Self.stride
  }

  // MARK: Reading

  /// The current value, and how often it has been replaced.
  @inlinable @inline(__always) package func read() -> (content: Content, generation: UInt64) {
    if Self.areTrivial {
      let seen = word.pointee.load(ordering: .sequentiallyConsistent)
      if let content = copy(seen) { return (content, seen >> 24) }
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
      if let content = copy(seen) { return (content, seen >> 24) }
    }
  }

  /// The bits of the slot that was current when the word was `seen`; nothing if they may have been overwritten while
  /// they were copied.
  @inlinable @inline(__always) func copy(_ seen: UInt64) -> Content? {
    let content = copy(at: at(Int(truncatingIfNeeded: seen & 0xff)))
    atomicMemoryFence(ordering: .acquiring)
    // Readers do not announce themselves: the word is the same while the generation is.
    return word.pointee.load(ordering: .relaxed) == seen ? content : nil
  }

  /// The bits of a slot, which may be overwritten while they are copied.
  @inlinable @inline(__always) func copy(at address: UnsafeMutableRawPointer) -> Content {
    let source = address.assumingMemoryBound(to: AtomicUInt64.self)
    var words = (UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    words.0 = source[0].load(ordering: .relaxed)
    if Self.words > 1 { words.1 = source[1].load(ordering: .relaxed) }
    if Self.words > 2 { words.2 = source[2].load(ordering: .relaxed) }
    if Self.words > 3 { words.3 = source[3].load(ordering: .relaxed) }
    if Self.words > 4 { words.4 = source[4].load(ordering: .relaxed) }
    if Self.words > 5 { words.5 = source[5].load(ordering: .relaxed) }
    return _withUnprotectedUnsafePointer(to: words) { copiedValue(of: Content.self, from: $0) }
  }

  /// The content of a slot whose reader has announced itself, or is the thread that fills slots.
  @inlinable @inline(__always) package func content(_ slot: Int) -> Content {
    address(slot).assumingMemoryBound(to: Content.self).pointee
  }

  @inlinable @inline(__always) package func leave(entered: UInt64) {
    var seen = entered
    while seen >> 24 == entered >> 24 {
      let (left, now) = word.pointee.compareExchange(
        expected: seen, desired: seen &- 1 << 8, ordering: .acquiringAndReleasing)
      if left { return }
      seen = now
    }
    leave(Int(truncatingIfNeeded: entered & 0xff))
  }

  /// Leaves a slot that is not current any more.
  @usableFromInline @inline(never) package func leave(_ slot: Int) {
    let (holder, index) = holder(of: slot)
    if holder.owed[index].wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      _ = holder.empty(index)
    }
  }

  // MARK: Filling

  /// A slot that no thread reads.
  @inlinable @inline(__always) func claim() -> Int {
    // There are two, and readers look at their copies again.
    if Self.areTrivial { return Int(truncatingIfNeeded: ~word.pointee.load(ordering: .relaxed) & 1) }
    return claimHere() ?? claimElsewhere()
  }

  @inlinable @inline(__always) func claimHere() -> Int? {
    for slot in 0..<Self.count where owed[slot].load(ordering: .acquiring) == Self.isFree {
      owed[slot].store(0, ordering: .relaxed)
      return slot
    }
    return nil
  }

  @usableFromInline @inline(never) func claimElsewhere() -> Int {
    var attempt = 0
    while true {
      var (holder, first) = (self, 0)
      while first < Self.limit {
        if let slot = holder.claimHere() { return first + slot }
        holder = holder.more ?? holder.makeMore()
        first += Self.count
      }
      // So many threads stand still while they copy values: one of them will go on.
      CurrentThread.wait(attempt)
      attempt += 1
    }
  }

  /// Fills a slot that the caller has claimed.
  @inlinable @inline(__always) func fill(_ slot: Int, _ content: Content) {
    guard Self.areTrivial else {
      return address(slot).assumingMemoryBound(to: Content.self).initialize(to: content)
    }
    let target = at(slot).assumingMemoryBound(to: AtomicUInt64.self)
    _withUnprotectedUnsafePointer(to: content) { bytes in
      // A thread that reads such a word sees the generation that let the slot be used again, too.
      target[0].store(copiedWord(0, of: bytes), ordering: .releasing)
      if Self.words > 1 { target[1].store(copiedWord(1, of: bytes), ordering: .releasing) }
      if Self.words > 2 { target[2].store(copiedWord(2, of: bytes), ordering: .releasing) }
      if Self.words > 3 { target[3].store(copiedWord(3, of: bytes), ordering: .releasing) }
      if Self.words > 4 { target[4].store(copiedWord(4, of: bytes), ordering: .releasing) }
      if Self.words > 5 { target[5].store(copiedWord(5, of: bytes), ordering: .releasing) }
    }
  }

  // Of the rest, nothing happens where values are trivial.

  /// The slot is not current any more, and so many readers were inside at that moment. The content comes
  /// back if all of them have left.
  @inlinable @inline(__always) func retire(_ slot: Int, _ readers: Int) -> Content? {
    readers == 0 && slot < Self.count ? empty(slot) : retireLater(slot, readers)
  }

  @usableFromInline @inline(never) func retireLater(_ slot: Int, _ readers: Int) -> Content? {
    let (holder, index) = holder(of: slot)
    let left = holder.owed[index].wrappingAdd(Int32(readers), ordering: .acquiringAndReleasing).newValue
    return left == 0 ? holder.empty(index) : nil
  }

  /// Takes the content out of a slot of this block, which is free then.
  @inlinable @inline(__always) package func empty(_ slot: Int) -> Content {
    let content = at(slot).assumingMemoryBound(to: Content.self).move()
    owed[slot].store(Self.isFree, ordering: .releasing)
    return content
  }

  // MARK: More slots

  @inlinable @inline(__always) func address(_ slot: Int) -> UnsafeMutableRawPointer {
    slot < Self.count ? at(slot) : addressElsewhere(slot)
  }

  @usableFromInline @inline(never) func addressElsewhere(_ slot: Int) -> UnsafeMutableRawPointer {
    let (holder, index) = holder(of: slot)
    return holder.at(index)
  }

  /// The block that a slot lies in, and its index there.
  private func holder(of slot: Int) -> (Slots, Int) {
    var (holder, index) = (self, slot)
    while index >= Self.count {
      holder = holder.more!
      index -= Self.count
    }
    return (holder, index)
  }

  private var more: Slots? {
    UnsafeMutableRawPointer(bitPattern: link.pointee.load(ordering: .acquiring)).map { Slots(at: $0) }
  }

  private func makeMore() -> Slots {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: 8)
    Self.initialize(at: memory)
    link.pointee.store(Int(bitPattern: memory), ordering: .releasing)
    return Slots(at: memory)
  }
}
