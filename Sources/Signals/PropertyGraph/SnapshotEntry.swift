typealias EntryPointer = UnsafeMutablePointer<SnapshotEntry>

/// What a snapshot knows of a node.
struct SnapshotEntry {
  /// Its object is retained.
  let node: NodePointer
  /// Nil while nothing is known, and while the closure runs for the first time. Retained.
  var value: Unmanaged<AnyObject>?
  /// The version of the node that has this value; 0 if it has another one, or is just computed.
  var version: UInt64 = 0
  /// The frame that computes it, or that closes the ring which it is part of.
  var depth: Int32?
  /// Whether it came to nothing: see ``Frame/isBusy``.
  var isBusy = false
  /// The walk that has looked at it last.
  var walk: Int32 = 0
  var nextInRing: EntryPointer?
  fileprivate var nextInBucket: EntryPointer?

  var isKnown: Bool { value != nil || depth != nil }
}

extension EntryPointer {
  var object: GraphNode { pointee.node.pointee.node.takeUnretainedValue() }

  /// - Parameter version: Of the node, where it has this value; otherwise 0.
  func set(_ value: AnyObject, version: UInt64) {
    pointee.value = .passRetained(value)
    pointee.version = version
  }

  // MARK: Rings

  /// This member of a ring and those behind it, all of which wait for the same frame, wait for the one at `depth`.
  func wait(for depth: Int32) {
    var next = pointee.depth == depth ? nil : Optional(self)
    while let entry = next {
      entry.pointee.depth = depth
      next = entry.pointee.nextInRing
    }
  }

  /// This one and those behind it wait for no frame further out any more.
  func closeRing() {
    var next = Optional(self)
    while let entry = next {
      next = entry.pointee.nextInRing
      entry.pointee.depth = nil
      entry.pointee.nextInRing = nil
    }
  }
}

/// The entries of a snapshot, found by node.
///
/// Plain memory, because a thread that computes values for itself should not take much longer for it than for others: objects
/// in a dictionary took more time than the closures.
struct SnapshotEntries: ~Copyable {
  /// Blocks of entries, which stay where they are. All before the last one are full. The first two are of the same size, each
  /// further one is twice as large as the one before, so that their sum is a power of two.
  private var blocks = PlainList<EntryPointer>()
  private var count = 0
  private var capacity = 0
  /// As many as there is room for entries.
  private var buckets: UnsafeMutablePointer<EntryPointer?>?

  private static let firstCapacity = 8

  deinit {
    forEach { entry in
      entry.pointee.value?.release()
      entry.pointee.node.pointee.node.release()
    }
    for index in 0..<blocks.count { blocks[index].deallocate() }
    buckets?.deallocate()
  }

  /// The entry of a node, which is made on demand.
  ///
  /// - Complexity: O(1) on average.
  mutating func entry(for node: NodePointer) -> EntryPointer {
    var next = buckets.flatMap { $0[bucket(of: node)] }
    while let entry = next {
      if entry.pointee.node == node { return entry }
      next = entry.pointee.nextInBucket
    }
    if count == capacity { grow() }
    let entry = blocks[blocks.count - 1] + (count - capacityBefore(blocks.count - 1))
    _ = node.pointee.node.retain()
    entry.initialize(to: SnapshotEntry(node: node))
    count += 1
    add(entry)
    return entry
  }

  func forEach(_ body: (EntryPointer) -> Void) {
    var left = count
    for index in 0..<blocks.count {
      let used = Swift.min(left, capacityBefore(index + 1) - capacityBefore(index))
      for place in 0..<used { body(blocks[index] + place) }
      left -= used
    }
  }

  /// For how many entries there is room in the blocks before one.
  private func capacityBefore(_ index: Int) -> Int { index == 0 ? 0 : Self.firstCapacity << (index - 1) }

  private mutating func grow() {
    let larger = capacityBefore(blocks.count + 1)
    blocks.append(.allocate(capacity: larger - capacity))
    capacity = larger
    buckets?.deallocate()
    let made = UnsafeMutablePointer<EntryPointer?>.allocate(capacity: capacity)
    made.initialize(repeating: nil, count: capacity)
    buckets = made
    forEach { add($0) }
  }

  private func add(_ entry: EntryPointer) {
    let bucket = buckets! + bucket(of: entry.pointee.node)
    entry.pointee.nextInBucket = bucket.pointee
    bucket.pointee = entry
  }

  /// By the upper bits of a product, which depend on all bits of the address. Nodes lie at multiples of eight.
  private func bucket(of node: NodePointer) -> Int {
    let spread = UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
    let product = (UInt(bitPattern: node) / 8) &* spread
    return Int(product >> UInt(UInt.bitWidth - capacity.trailingZeroBitCount))
  }
}
