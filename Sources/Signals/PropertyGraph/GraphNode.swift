import Synchronization

/// Brings the value of a node up to date; see ``PropertyNode``.
@usableFromInline typealias Recompute = @Sendable (GraphNode, FramePointer) -> Frame.Outcome

/// A property in the graph, whatever the type of its value.
///
/// Sendable because what changes is in its record, which says who may touch what, and the other members are set before
/// other threads have the node.
@usableFromInline class GraphNode: @unchecked Sendable {
  @usableFromInline final let record: NodePointer
  @usableFromInline final let name: NodeName
  /// Nil for a node that is set.
  @usableFromInline final var recompute: Recompute?

  @usableFromInline init(
    _ name: NodeName, _ versionWord: UnsafeMutablePointer<Atomic<UInt64>>, _ recompute: Recompute?,
    sources: [GraphNode]?
  ) {
    self.name = name
    self.recompute = recompute
    record = .allocate(capacity: 1)
    record.initialize(
      to: NodeRecord(
        Unmanaged.passUnretained(self), versionWord, isComputed: recompute != nil,
        readsSameSources: sources != nil))
    var next: DependencyPointer?
    for source in (sources ?? []).reversed() {
      next = Dependency.make(from: source.record, to: record, version: 0, next: next)
    }
    record.pointee.firstSource = next
    record.pointee.hasUnlinkedSources = next != nil
  }

  deinit {
    ReleaseList.collect { list in
      var next = PropertyGraph.unlinkAll(of: record)
      while let edge = next {
        next = edge.pointee.nextSource
        list.pointee.add(edge.pointee.source.pointee.node)
        edge.deallocate()
      }
      if let recompute { list.pointee.add(recompute) }
      recompute = nil
      record.deinitialize(count: 1)
      record.deallocate()
    }
  }

  /// Tells the observers of the node what has changed since they were told last.
  func announce() {}

  /// Tells the observers of a node that is set of one value.
  func announce(_ value: AnyObject, version: UInt64) {}

  /// Tells the observers that the value cannot change any more.
  func announceEnd() {}

  /// What the node has if it depends on itself.
  var boxedCycleValue: AnyObject? { nil }

  /// The value with its version, where its type is not known. There is one.
  func boxedValue() -> (value: AnyObject, version: UInt64) { fatalError("overridden") }
}

/// What a property is called in a message: the name that it was given, or the place where it was made.
@usableFromInline enum NodeName: Sendable, CustomStringConvertible {
  case given(String)
  case place(StaticString, UInt)

  @usableFromInline var description: String {
    switch self {
    case .given(let name): name
    case .place(let file, let line): line == 0 ? "\(file)" : "\(file):\(line)"
    }
  }
}
