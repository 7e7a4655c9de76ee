/// What a computation has read so far.
@usableFromInline struct Reading {
  /// The sum of the versions.
  @usableFromInline var seen: UInt64 = 0
  /// The sum of the generations.
  @usableFromInline var exact: UInt64 = 0
  /// The properties, where they are not known beforehand.
  @usableFromInline var sources: [AnyNode]?
  @usableFromInline let overlay: Overlay?

  @inlinable init(_ overlay: Overlay? = nil) { self.overlay = overlay }

  /// Reads a property that is read in each run.
  @inlinable @inline(__always) mutating func read<Value>(_ node: Node<Value>) -> Value {
    if let overlay, let value = overlay.value(of: node) { return value }
    node.markAsRead()
    let now = node.latest()
    seen &+= now.stamp.version
    exact &+= now.stamp.generation
    return now.value
  }

  /// Reads a property that may be read or not, and once or more often.
  @inlinable mutating func record<Value>(_ node: Node<Value>) -> Value {
    if add(node) { return read(node) }
    var again = Reading(overlay)
    return again.read(node)
  }

  /// False if it was read before.
  @usableFromInline mutating func add(_ node: AnyNode) -> Bool {
    if sources == nil { sources = [] }
    if sources!.contains(where: { $0 === node }) { return false }
    sources!.append(node)
    return true
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
  @usableFromInline let sources: [AnyNode]?
  /// Then there is nothing that it has to be consistent with.
  @usableFromInline let readsOne: Bool
  @usableFromInline let compute: Compute

  @inlinable init(_ sources: [AnyNode]?, _ compute: @escaping Compute) {
    self.sources = sources
    self.compute = compute
    readsOne = sources?.count == 1
  }

  /// A rule that finds out while it runs what it reads.
  @inlinable init(recording compute: @escaping @Sendable (Node<Value>, inout Reading) -> Value) {
    self.init(nil) { node, reading, known in
      if let known, node.sumOfRecorded(known.generation) == known.seen { return nil }
      return compute(node, &reading)
    }
  }

  /// Whether everything that was read was there at one moment: nothing has been set or computed since the
  /// first read of each, and no transaction was storing its values.
  @usableFromInline func holds(_ reading: Reading) -> Bool {
    let sources = self.sources ?? reading.sources ?? []
    return Graph.betweenCommits { sources.reduce(0) { $0 &+ $1.refresh().generation } } == reading.exact
  }
}
