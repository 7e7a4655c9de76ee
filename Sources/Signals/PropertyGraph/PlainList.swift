/// A list of plain values that grows, without reference counts.
///
/// A single element lies in the list itself: most changes announce one node.
@frozen @usableFromInline struct PlainList<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var only: Element?
  @usableFromInline var memory = PlainMemory()
  @usableFromInline private(set) var capacity: Int32 = 0
  @usableFromInline private(set) var filled: Int32 = 0

  @inlinable init() {}

  private var elements: UnsafeMutablePointer<Element> {
    memory.address!.assumingMemoryBound(to: Element.self)
  }

  @inline(__always) var count: Int { Int(filled) }

  @inline(__always) var isEmpty: Bool { filled == 0 }

  /// - Complexity: Amortised O(1).
  @inline(__always) mutating func append(_ element: Element) {
    if isEmpty {
      only = element
    } else {
      if filled >= capacity { grow() }
      (elements + count).initialize(to: element)
    }
    filled += 1
  }

  @inline(never) private mutating func grow() {
    let isFirst = capacity == 0
    capacity = Swift.max(8, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: Int(capacity))
    if isFirst {
      larger.initialize(to: only!)
    } else {
      larger.moveInitialize(from: elements, count: count)
    }
    memory = PlainMemory(larger)
  }

  @inline(__always) subscript(index: Int) -> Element {
    if count == 1 { return only! }
    return elements[index]
  }

  mutating func sort(by areInIncreasingOrder: (Element, Element) -> Bool) {
    if count < 2 { return }
    var sorted = UnsafeMutableBufferPointer(start: elements, count: count)
    sorted.sort(by: areInIncreasingOrder)
  }
}

/// Memory that is released with its owner.
///
/// Not a `deinit` of the list: where a module is not compiled as a whole, as in debug builds, this compiler does not call
/// that of a generic structure that stores a value of its parameter (Swift 6.3.1).
@frozen @usableFromInline struct PlainMemory: ~Copyable {
  @usableFromInline let address: UnsafeMutableRawPointer?

  @inlinable init() { address = nil }

  init<Element: BitwiseCopyable>(_ elements: UnsafeMutablePointer<Element>) {
    address = UnsafeMutableRawPointer(elements)
  }

  @inlinable deinit { address?.deallocate() }
}
