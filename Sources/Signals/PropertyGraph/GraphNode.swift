import Synchronization

/// Brings the value of a node up to date; see ``PropertyNode``.
@usableFromInline typealias Recompute = @Sendable (GraphNode, FramePointer) -> Frame.Outcome

/// How a node gets its value. Not copyable, so that it is computed without retaining the closure.
@frozen @usableFromInline enum Computation: ~Copyable {
  /// It is set.
  case none
  case by(Recompute)

  @usableFromInline init(_ recompute: consuming Recompute?) {
    if let recompute { self = .by(recompute) } else { self = .none }
  }

  fileprivate var isNone: Bool {
    switch self {
    case .none: true
    case .by: false
    }
  }
}

/// A property in the graph, whatever the type of its value.
///
/// Sendable because what changes is in its record, which says who may touch what, `computation` is set before other threads
/// have the node, and the other members are constants.
@usableFromInline package class GraphNode: @unchecked Sendable {
  @usableFromInline package final let record: NodePointer
  @usableFromInline package final let name: NodeName
  @exclusivity(unchecked) private final var computation: Computation
  /// The address of the first observer, or 0. Written under the lock.
  @usableFromInline final let addressOfFirstObserver = Atomic<UInt>(0)

  /// - Parameters:
  ///   - bytesOfValue: How much memory the value needs behind the record.
  ///   - sources: What each computation reads, first of all and in this order. Without such sources it reads what it finds
  ///     out itself.
  @usableFromInline init(
    _ name: NodeName, bytesOfValue: Int, _ recompute: consuming Recompute?, sources: [GraphNode]
  ) {
    self.name = name
    computation = Computation(recompute)
    let isComputed = !computation.isNone
    record = .allocate(isComputed: isComputed, bytesOfValue: bytesOfValue)
    record.initialize(for: self, sourcesReadAlways: isComputed ? sources.count : nil)
    var next: DependencyPointer?
    for source in sources.reversed() {
      next = Dependency.make(from: source.record, to: record, version: 0, next: next, isReadAlways: true)
    }
    if let next {
      record.computed.pointee.firstSource = next
      record.computed.pointee.hasOtherSources = true
    }
  }

  deinit {
    ReleaseList.collect { list in
      var next = PropertyGraph.unlinkAll(of: record)
      while let edge = next {
        next = edge.pointee.nextSource
        list.pointee.add(edge.pointee.source.pointee.node)
        Heap.deallocate(edge)
      }
      switch exchange(&computation, with: .none) {
      case .by(let recompute): list.pointee.add(recompute)
      case .none: break
      }
      record.free()
    }
  }

  @inline(__always) final func recompute(_ frame: FramePointer) -> Frame.Outcome {
    switch computation {
    case .by(let recompute): recompute(self, frame)
    case .none: preconditionFailure("a node that is set is not computed")
    }
  }

  /// The value with its version, where its type is not known. There is one.
  package func boxedValue() -> (value: AnyObject, version: UInt64) { fatalError("overridden") }

  // For snapshots, which have values of any type. Not in boxes: a class that is generic is looked up for each.

  /// Stores the newest value in an entry. There is one.
  ///
  /// - Returns: Its version.
  func storeNewest(in entry: EntryPointer) -> UInt64 { fatalError("overridden") }

  func storeBoxed(_ box: AnyObject, in entry: EntryPointer) { fatalError("overridden") }

  /// Stores what the node has if it depends on itself. False if there is nothing for that.
  func storeCycleValue(in entry: EntryPointer) -> Bool { fatalError("overridden") }

  /// Stores what the node has because it depends on itself.
  func storeCycleValue(isUnchanged: Bool, since: UInt64, origin: UInt64) { fatalError("overridden") }

  /// Whether it would be a change if the value of an entry took the place of the value of a version; also if the node has
  /// another one by now.
  func isChange(in entry: EntryPointer, from version: UInt64) -> Bool { fatalError("overridden") }

  func destroyValue(at address: UnsafeMutableRawPointer) { fatalError("overridden") }
}

/// What a property is called in a message: the name that it was given, or the place where it was made.
@usableFromInline package enum NodeName: Sendable, CustomStringConvertible {
  /// In line 0, what stands for no line of a program.
  case unnamed(SourcePlace)
  case named(Given)

  @usableFromInline package final class Given: Sendable {
    package let name: String
    let place: SourcePlace

    init(_ name: String, _ place: SourcePlace) {
      self.name = name
      self.place = place
    }
  }

  @usableFromInline init(_ name: String?, _ fileID: StaticString, _ line: UInt) {
    let place = SourcePlace(fileID, line)
    if let name { self = .named(Given(name, place)) } else { self = .unnamed(place) }
  }

  /// For a node that no line of a program stands for.
  @usableFromInline package static func builtIn(_ what: StaticString) -> NodeName { NodeName(nil, what, 0) }

  @usableFromInline var place: SourcePlace {
    switch self {
    case .unnamed(let place): place
    case .named(let given): given.place
    }
  }

  @usableFromInline package var description: String {
    switch self {
    case .unnamed(let place): place.line == 0 ? place.fileID : "\(place.fileID):\(place.line)"
    case .named(let given): given.name
    }
  }
}
