/// A queue: appends at the end, removes at the front, both in amortised constant time.
@usableFromInline package struct Fifo<Element> {
  @usableFromInline package var elements: [Element?] = []
  @usableFromInline var head = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { head == elements.count }

  @inlinable package var count: Int { elements.count - head }

  /// The next one to be removed.
  @inlinable package var first: Element? { isEmpty ? nil : elements[head] }

  /// All elements, the next one first.
  @inlinable package var contents: [Element] { elements[head...].compactMap { $0 } }

  @inlinable package mutating func append(_ element: Element) { elements.append(element) }

  /// Puts everything of `other` behind what is there.
  @inlinable package mutating func append(contentsOf other: Fifo) {
    if isEmpty { self = other } else { elements += other.elements[other.head...] }
  }

  /// Moves everything of `other` in front of what is there. What was removed there just now finds its places free.
  @inlinable package mutating func prepend(takingFrom other: inout Fifo) {
    if !isEmpty, other.count <= head {
      elements.replaceSubrange(head - other.count..<head, with: other.elements[other.head...])
      head -= other.count
    } else {
      other.append(contentsOf: self)
      swap(&self, &other)
    }
    other.removeAll()
  }

  /// - Precondition: The queue is not empty.
  @inlinable package mutating func removeFirst() -> Element {
    let element = elements[head].take()!
    head += 1
    if head == elements.count {
      // Most queues have one element, and this takes a third of the time.
      if head == 1 { elements.removeLast() } else { elements.removeAll(keepingCapacity: true) }
      head = 0
    } else if head >= 32, head > elements.count / 2 {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }

  @inlinable package mutating func popFirst() -> Element? { isEmpty ? nil : removeFirst() }

  @inlinable package mutating func popLast() -> Element? {
    if isEmpty { return nil }
    let element = elements.removeLast()
    if isEmpty { removeAll() }
    return element
  }

  /// Takes all elements out, the next one first, and keeps the memory.
  @inlinable mutating func moveAll(_ take: (Element) -> Void) {
    elements.withUnsafeMutableBufferPointer { elements in
      for place in head..<elements.count { take(elements[place].take()!) }
    }
    elements.removeAll(keepingCapacity: true)
    head = 0
  }

  @inlinable package mutating func removeAll() {
    elements = []
    head = 0
  }
}

extension Fifo: Sendable where Element: Sendable {}

/// Iterating takes the elements out.
extension Fifo: IteratorProtocol, Sequence {
  @inlinable package mutating func next() -> Element? { popFirst() }
}
