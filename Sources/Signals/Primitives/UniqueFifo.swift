/// A queue with one owner. It cannot be copied as a ``Fifo`` can, so nothing has to find out for each element whether its
/// memory is shared: appending and removing take a few instructions.
@usableFromInline package struct UniqueFifo<Element>: ~Copyable {
  /// The elements lie from `head` up to `tail`.
  @usableFromInline var memory: UnsafeMutablePointer<Element>
  @usableFromInline package var capacity: Int
  @usableFromInline var head = 0
  @usableFromInline var tail = 0

  @inlinable package init() {
    capacity = 1
    memory = .allocate(capacity: capacity)
  }

  @inlinable deinit {
    (memory + head).deinitialize(count: tail - head)
    memory.deallocate()
  }

  @inlinable @inline(__always) package var isEmpty: Bool { head == tail }

  @inlinable @inline(__always) package var count: Int { tail - head }

  @inlinable @inline(__always) package mutating func append(_ element: Element) {
    if tail == capacity { makeRoom(for: 1) }
    appendInMemory(element)
  }

  /// - Precondition: `tail` is less than `capacity`.
  @inlinable @inline(__always) mutating func appendInMemory(_ element: Element) {
    (memory + tail).initialize(to: element)
    tail += 1
  }

  /// Puts everything of `other` behind what is there.
  @inlinable package mutating func append(takingFrom other: inout Fifo<Element>) {
    if other.isEmpty { return }
    if capacity - tail < other.count { makeRoom(for: other.count) }
    other.moveAll { appendInMemory($0) }
  }

  /// - Precondition: The queue is not empty.
  @inlinable @inline(__always) package mutating func removeFirst() -> Element {
    head += 1
    return (memory + head - 1).move()
  }

  @inlinable package mutating func removeAll() {
    while !isEmpty { _ = removeFirst() }
  }

  /// All elements, the next one first. Keeps the memory.
  @inlinable package mutating func takeAll() -> [Element] {
    let count = count
    // The array of no elements is one for all threads, and would be written to.
    if count == 0 { return [] }
    let all = [Element](unsafeUninitializedCapacity: count) { elements, initialized in
      elements.baseAddress?.moveInitialize(from: memory + head, count: count)
      initialized = count
    }
    head = 0
    tail = 0
    return all
  }

  /// Moves the elements to the front, if that leaves half of the memory free, and otherwise to larger memory.
  @inlinable @inline(never) mutating func makeRoom(for addition: Int) {
    let count = count
    if count + addition <= capacity / 2 {
      memory.moveInitialize(from: memory + head, count: count)
    } else {
      capacity = max(2 * capacity, count + addition)
      let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
      larger.moveInitialize(from: memory + head, count: count)
      memory.deallocate()
      memory = larger
    }
    head = 0
    tail = count
  }
}
