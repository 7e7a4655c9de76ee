/// A list of plain values that grows, without reference counts.
///
/// A single element lies in the list itself: most changes announce one node.
@frozen @usableFromInline struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var only: Element?
  @usableFromInline var memory: UnsafeMutablePointer<Element>?
  @usableFromInline private(set) var capacity: Int32 = 0
  @usableFromInline private(set) var filled: Int32 = 0

  @inlinable init() {}

  @inlinable deinit { memory?.deallocate() }

  @inline(__always) var count: Int { Int(filled) }

  @inline(__always) var isEmpty: Bool { filled == 0 }

  /// - Complexity: Amortised O(1).
  @inline(__always) mutating func append(_ element: Element) {
    if isEmpty {
      only = element
    } else {
      if filled >= capacity { grow() }
      (memory! + count).initialize(to: element)
    }
    filled += 1
  }

  @inline(never) private mutating func grow() {
    capacity = Swift.max(8, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: Int(capacity))
    if let memory {
      larger.moveInitialize(from: memory, count: count)
      memory.deallocate()
    } else {
      larger.initialize(to: only!)
    }
    memory = larger
  }

  @inline(__always) subscript(index: Int) -> Element {
    if count == 1 { return only! }
    return memory![index]
  }

  mutating func sort(by areInIncreasingOrder: (Element, Element) -> Bool) {
    if count < 2 { return }
    var elements = UnsafeMutableBufferPointer(start: memory, count: count)
    elements.sort(by: areInIncreasingOrder)
  }
}
