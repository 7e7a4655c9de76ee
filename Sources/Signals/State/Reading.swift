/// What a computation has read so far.
@usableFromInline struct Reading {
  /// The sum of the versions.
  @usableFromInline var seen: UInt64 = 0
  /// The sum of the generations.
  @usableFromInline var exact: UInt64 = 0
  /// The properties, where they are not known beforehand.
  @usableFromInline var sources: [Source]?
  @usableFromInline let overlay: Overlay?

  @inlinable init(_ overlay: Overlay? = nil) { self.overlay = overlay }

  /// Reads a property that is read in each run.
  @inlinable @inline(__always) mutating func read<Value>(_ node: Node<Value>) -> Value {
    if let overlay, let value = overlay.value(of: node) { return value }
    node.markAsRead()
    let now = node.latest()
    node.announceIfNew(now.stamp.generation)
    seen &+= now.stamp.version
    exact &+= now.stamp.generation
    return now.value
  }

  /// Reads a property that may be read or not, and once or more often.
  @inlinable mutating func record<Value>(_ node: Node<Value>) -> Value {
    var once = Reading(overlay)
    let value = once.read(node)
    if !(sources ?? []).contains(where: { $0.node === node }) { add(node, once) }
    return value
  }

  /// Notes what was found out by reading one property for the first time.
  @usableFromInline mutating func add(_ node: AnyNode, _ once: Reading) {
    if sources == nil { sources = [] }
    sources!.append(Source(node: node, version: once.seen))
    seen &+= once.seen
    exact &+= once.exact
  }
}

/// A property that was read, and in which version.
@frozen @usableFromInline struct Source {
  @usableFromInline let node: AnyNode
  @usableFromInline let version: UInt64

  @inlinable init(node: AnyNode, version: UInt64) {
    self.node = node
    self.version = version
  }
}

/// What the value of one generation was computed from.
@frozen @usableFromInline struct Known {
  /// The sum of the versions.
  @usableFromInline let seen: UInt64
  @usableFromInline let generation: UInt64

  @inlinable init(seen: UInt64, generation: UInt64) {
    self.seen = seen
    self.generation = generation
  }
}

/// How the value of a property follows from others.
@usableFromInline struct Rule<Value: Sendable>: Sendable {
  /// Reads and computes. Given what the last value was computed from, it returns nothing if nothing of that
  /// has changed.
  @usableFromInline typealias Compute = @Sendable (Node<Value>, inout Reading, Known?) -> Value?

  /// What it reads in each run; nothing where that is found out while it runs.
  @usableFromInline let sources: [Source]?
  /// Then there is nothing that it has to be consistent with.
  @usableFromInline let readsOne: Bool
  /// What was made in a run is used in later ones: it is not computed on the side, but in the graph only.
  @usableFromInline let hasMemory: Bool
  @usableFromInline let compute: Compute

  @inlinable init(_ sources: [AnyNode]?, hasMemory: Bool = false, _ compute: @escaping Compute) {
    self.hasMemory = hasMemory
    self.sources = sources?.map { Source(node: $0, version: 0) }
    self.compute = compute
    readsOne = sources?.count == 1
  }

  /// A rule that finds out while it runs what it reads.
  @inlinable init(
    hasMemory: Bool = false, recording compute: @escaping @Sendable (Node<Value>, inout Reading) -> Value
  ) {
    self.init(nil, hasMemory: hasMemory) { node, reading, known in
      if let known, known.seen != .max, node.areSourcesSame(known.generation) { return nil }
      return compute(node, &reading)
    }
  }

  /// Whether everything that was read was there at one moment: nothing has been set or computed since the
  /// first read of each, and no transaction was storing its values.
  @usableFromInline func holds(_ reading: Reading) -> Bool {
    let sources = self.sources ?? reading.sources ?? []
    return Graph.betweenCommits { sources.reduce(0) { $0 &+ $1.node.refresh().generation } } == reading.exact
  }
}
