import Synchronization

/// Brings the value of a node up to date; see ``PropertyNode``.
@usableFromInline typealias Recompute = @Sendable (GraphNode, FramePointer) -> Frame.Outcome

/// How a node gets its value. Not copyable, so that it is computed without retaining the closure.
@frozen @usableFromInline enum Computation: ~Copyable {
  /// It is set.
  case none
  case by(Recompute)

  @usableFromInline init(_ recompute: Recompute?) {
    if let recompute { self = .by(recompute) } else { self = .none }
  }
}

/// A property in the graph, whatever the type of its value.
///
/// Sendable because what changes is in its record, which says who may touch what, and the other members are set before
/// other threads have the node.
@usableFromInline class GraphNode: @unchecked Sendable {
  @usableFromInline final let record: NodePointer
  @usableFromInline final let name: NodeName
  @exclusivity(unchecked) private final var computation: Computation
  /// Set once, under the lock, before the node has an observer; read by threads that have seen that it has one.
  @exclusivity(unchecked) @usableFromInline final var observers: NodeObservers?

  /// - Parameters:
  ///   - sources: What each computation reads, first of all and in this order.
  ///   - readsOthers: Whether it may read more than that.
  @usableFromInline init(
    _ name: NodeName, _ versionWord: UnsafeMutablePointer<Atomic<UInt64>>, _ recompute: Recompute?,
    sources: [GraphNode], readsOthers: Bool
  ) {
    self.name = name
    computation = Computation(recompute)
    record = .allocate(capacity: 1)
    record.initialize(
      to: NodeRecord(
        Unmanaged.passUnretained(self), versionWord, isComputed: recompute != nil,
        sourcesReadAlways: readsOthers ? sources.count : .max))
    var next: DependencyPointer?
    for source in sources.reversed() {
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
      switch exchange(&computation, with: .none) {
      case .by(let recompute): list.pointee.add(recompute)
      case .none: break
      }
      record.deinitialize(count: 1)
      record.deallocate()
    }
  }

  @inline(__always) final func recompute(_ frame: FramePointer) -> Frame.Outcome {
    switch computation {
    case .by(let recompute): recompute(self, frame)
    case .none: preconditionFailure("a node that is set is not computed")
    }
  }

  /// What the node has if it depends on itself.
  var boxedCycleValue: AnyObject? { nil }

  /// The value with its version, where its type is not known. There is one.
  func boxedValue() -> (value: AnyObject, version: UInt64) { fatalError("overridden") }
}

/// Who is told of the changes of a node: made when it is observed first.
///
/// Closures, because methods of a generic class that are called through one without parameters are not specialised.
///
/// Sendable because its members are constants.
@usableFromInline class NodeObservers: @unchecked Sendable {
  /// What knows them.
  @usableFromInline final let list: AnyObject
  /// Brings the node up to date and tells them its value.
  final let tell: @Sendable (GraphNode) -> Void
  /// Tells them a value of a node that is set, in a box, with its version.
  final let tellValue: @Sendable (AnyObject, UInt64) -> Void
  /// Tells them that the value cannot change any more.
  final let tellEnd: @Sendable () -> Void

  @usableFromInline init(
    list: AnyObject, tell: @escaping @Sendable (GraphNode) -> Void,
    tellValue: @escaping @Sendable (AnyObject, UInt64) -> Void, tellEnd: @escaping @Sendable () -> Void
  ) {
    self.list = list
    self.tell = tell
    self.tellValue = tellValue
    self.tellEnd = tellEnd
  }
}

/// What a property is called in a message: the name that it was given, or the place where it was made.
@usableFromInline enum NodeName: Sendable, CustomStringConvertible {
  case place(StaticString, UInt)
  case given(GivenName)

  @usableFromInline init(_ name: String?, _ fileID: StaticString, _ line: UInt) {
    self = name.map { .given(GivenName($0, fileID, line)) } ?? .place(fileID, line)
  }

  @usableFromInline var place: (fileID: StaticString, line: UInt) {
    switch self {
    case .place(let fileID, let line): (fileID, line)
    case .given(let name): (name.fileID, name.line)
    }
  }

  @usableFromInline var description: String {
    switch self {
    case .place(let fileID, let line): line == 0 ? "\(fileID)" : "\(fileID):\(line)"
    case .given(let name): name.text
    }
  }
}

/// An object of its own, so that a node without a name needs no room for it.
@usableFromInline final class GivenName: Sendable {
  let text: String
  let fileID: StaticString
  let line: UInt

  init(_ text: String, _ fileID: StaticString, _ line: UInt) {
    self.text = text
    self.fileID = fileID
    self.line = line
  }
}
