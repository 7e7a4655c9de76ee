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
  /// Retained. Set once, under the lock, before the node has an observer; read by threads that have seen that it has one.
  @exclusivity(unchecked) @usableFromInline final var observers: Unmanaged<NodeObservers>?

  /// - Parameters:
  ///   - bytesOfValue: How much memory the value needs behind the record.
  ///   - sources: What each computation reads, first of all and in this order. Without such sources it reads what it finds
  ///     out itself.
  @usableFromInline init(_ name: NodeName, bytesOfValue: Int, _ recompute: Recompute?, sources: [GraphNode]) {
    self.name = name
    computation = Computation(recompute)
    record = .allocate(isComputed: recompute != nil, bytesOfValue: bytesOfValue)
    record.initialize(for: self, sourcesReadAlways: recompute == nil ? nil : sources.count)
    var next: DependencyPointer?
    for source in sources.reversed() {
      next = Dependency.make(from: source.record, to: record, version: 0, next: next)
    }
    if let next {
      record.computed.pointee.firstSource = next
      record.computed.pointee.hasUnlinkedSources = true
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
      observers?.release()
      record.free()
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

  /// Whether it would be no change if one value in a box took the place of the other.
  func isNoChange(_ boxed: AnyObject, _ other: AnyObject) -> Bool { fatalError("overridden") }
}

/// Notifies the observers of a node: made when it is observed first.
///
/// Sendable because its members are constants, and so is the list (``ValueObservers``).
@usableFromInline final class NodeObservers: @unchecked Sendable {
  /// What the observers are notified of.
  @usableFromInline enum Notice {
    /// A change of a node that is computed: it is brought up to date, and its value is sent.
    case change(GraphNode)
    /// A value of a node that is set, with its version.
    case value(UnsafeRawPointer, UInt64)
    /// The same, in a box.
    case box(AnyObject, UInt64)
    /// The value cannot change any more.
    case end
  }

  /// A closure without captures: methods of a generic class that are called through one without parameters are not
  /// specialised.
  @usableFromInline typealias Notify = @Sendable (_ list: AnyObject, Notice) -> Void

  /// Not copyable, so that the closure is called without being retained.
  @frozen @usableFromInline struct Notifier: ~Copyable, Sendable {
    @usableFromInline let closure: Notify

    @inlinable init(_ closure: @escaping Notify) { self.closure = closure }
  }
  @usableFromInline let notifier: Notifier
  /// The object that has them.
  @usableFromInline let list: AnyObject

  /// - Parameter list: Is `Sendable`. For embedded targets the compiler makes no existential that says so.
  @usableFromInline init(_ list: AnyObject, _ notify: @escaping Notify) {
    self.list = list
    notifier = Notifier(notify)
  }

  @inlinable @inline(__always) func notify(_ notice: Notice) {
    // Not retained for the call.
    Unmanaged.passUnretained(list)._withUnsafeGuaranteedRef { notifier.closure($0, notice) }
  }
}

/// What a property is called in a message: the name that it was given, or the place where it was made.
@usableFromInline enum NodeName: Sendable, CustomStringConvertible {
  /// In line 0, what stands for no line of a program.
  case unnamed(SourcePlace)
  case named(Given)

  @usableFromInline final class Given: Sendable {
    let name: String
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
  @usableFromInline static func builtIn(_ what: StaticString) -> NodeName { NodeName(nil, what, 0) }

  var place: SourcePlace {
    switch self {
    case .unnamed(let place): place
    case .named(let given): given.place
    }
  }

  @usableFromInline var description: String {
    switch self {
    case .unnamed(let place): place.line == 0 ? place.fileID : "\(place.fileID):\(place.line)"
    case .named(let given): given.name
    }
  }
}
