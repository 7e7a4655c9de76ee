/// A set of nodes, which need not exist any more.
struct NodeSet: ~Copyable {
  /// A table with free places, at least a quarter of it.
  private var nodes: UnsafeMutablePointer<NodePointer?>?
  private var bits = 0
  private(set) var count = 0

  deinit { nodes?.deallocate() }

  /// - Complexity: O(1) on average.
  func contains(_ node: NodePointer) -> Bool {
    guard let nodes else { return false }
    return nodes[place(of: node)] == node
  }

  /// False if the set has the node already.
  mutating func insert(_ node: NodePointer) -> Bool {
    if 4 * (count + 1) > 3 << bits { grow() }
    let place = place(of: node)
    if nodes![place] == node { return false }
    nodes![place] = node
    count += 1
    return true
  }

  mutating func removeAll() {
    nodes?.update(repeating: nil, count: 1 << bits)
    count = 0
  }

  /// Where the node is, or where it would be.
  private func place(of node: NodePointer) -> Int {
    var place = node.hash(bits)
    while let other = nodes![place], other != node { place = (place + 1) & (1 << bits - 1) }
    return place
  }

  private mutating func grow() {
    let (smaller, places) = (nodes, 1 << bits)
    bits = Swift.max(4, bits + 1)
    nodes = .allocate(capacity: 1 << bits)
    nodes!.initialize(repeating: nil, count: 1 << bits)
    guard let smaller else { return }
    for index in 0..<places {
      if let node = smaller[index] { nodes![place(of: node)] = node }
    }
    smaller.deallocate()
  }
}

extension NodePointer {
  /// A number of so many bits, at least one: the upper ones of a product, which depend on all bits of the address.
  func hash(_ bits: Int) -> Int {
    let spread = UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    // Nodes lie at multiples of eight.
    return Int(((UInt(bitPattern: self) / 8) &* spread) >> UInt(UInt.bitWidth - bits))
  }
}
