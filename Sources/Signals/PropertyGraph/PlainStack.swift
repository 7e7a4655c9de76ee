/// A stack of plain values, without reference counts.
struct PlainStack<Element: BitwiseCopyable>: ~Copyable {
  private var memory = PlainMemory()
  private var capacity = 0
  private(set) var count = 0

  private var elements: UnsafeMutablePointer<Element> {
    memory.address!.assumingMemoryBound(to: Element.self)
  }

  /// - Complexity: Amortised O(1).
  mutating func push(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  private mutating func grow() {
    capacity = Swift.max(16, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if count > 0 { larger.moveInitialize(from: elements, count: count) }
    memory = PlainMemory(larger)
  }

  mutating func pop() -> Element {
    count -= 1
    return elements[count]
  }

  /// Removes all elements but the first ones.
  mutating func removeAll(after first: Int) { count = first }

  subscript(index: Int) -> Element {
    get { elements[index] }
    nonmutating set { elements[index] = newValue }
  }
}
