typealias EntryPointer = UnsafeMutablePointer<SnapshotEntry>

/// What a snapshot knows of a node.
struct SnapshotEntry {
  /// For a small value. The first member: see `room` of the pointer.
  private var room: (UInt64, UInt64) = (0, 0)
  /// Its object is retained.
  let node: NodePointer
  /// Where its value lies; nil while nothing is known, and while the closure runs for the first time.
  fileprivate(set) var value: UnsafeMutableRawPointer?
  /// The version of the node that has this value; 0 if it has another one, or there is no value yet.
  var version: UInt64 = 0
  /// The frame that computes it, or that closes the ring which it is part of.
  var depth: Int32?
  /// Whether the value is plain bits, which need not be released.
  fileprivate var isTrivial = true
  /// Whether it came to nothing: see ``Frame/isBusy``.
  var isBusy = false
  /// The walk that has looked at it last.
  var walk: Int32 = 0
  var nextInRing: EntryPointer?
  fileprivate var nextInBucket: EntryPointer?

  fileprivate init(_ node: NodePointer) { self.node = node }

  var isKnown: Bool { value != nil || depth != nil }
}

extension EntryPointer {
  /// - Parameter body: Gets the node's object.
  func withObject<Result>(_ body: (GraphNode) -> Result) -> Result {
    pointee.node.pointee.node._withUnsafeGuaranteedRef(body)
  }

  // MARK: The value

  /// Stores a value of the type that the node has.
  func store<Value>(_ value: Value) {
    let address = makeRoom(
      MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, isTrivial: _isPOD(Value.self))
    address.assumingMemoryBound(to: Value.self).initialize(to: value)
  }

  /// Memory for a value, which the caller initializes.
  func makeRoom(_ size: Int, _ alignment: Int, isTrivial: Bool) -> UnsafeMutableRawPointer {
    removeValue()
    let isSmall = size <= 16 && alignment <= 8
    let address = isSmall ? room : .allocate(byteCount: size, alignment: alignment)
    pointee.isTrivial = isTrivial
    pointee.value = address
    return address
  }

  private var room: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }

  /// May run code of the program, which finds no value any more.
  func removeValue() {
    guard let value = pointee.value.take() else { return }
    if !pointee.isTrivial { withObject { $0.destroyValue(at: value) } }
    if value != room { value.deallocate() }
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
      entry.removeValue()
      entry.pointee.node.pointee.node.release()
    }
    for index in 0..<blocks.count { blocks[index].deallocate() }
    buckets?.deallocate()
  }

  /// The entry of a node, which is made on demand.
  ///
  /// - Complexity: O(1) on average.
  mutating func entry(for node: NodePointer) -> EntryPointer {
    var next = buckets.flatMap { $0[node.hash(bits)] }
    while let entry = next {
      if entry.pointee.node == node { return entry }
      next = entry.pointee.nextInBucket
    }
    if count == capacity { grow() }
    let entry = blocks[blocks.count - 1] + (count - capacityBefore(blocks.count - 1))
    _ = node.pointee.node.retain()
    entry.initialize(to: SnapshotEntry(node))
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
    let bucket = buckets! + entry.pointee.node.hash(bits)
    entry.pointee.nextInBucket = bucket.pointee
    bucket.pointee = entry
  }

  /// Of the number of a bucket.
  private var bits: Int { capacity.trailingZeroBitCount }
}
