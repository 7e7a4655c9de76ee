import Synchronization

/// What is going on around a read or a set on this thread: a value is being computed, which finds out what it
/// reads, or a transaction collects what is set.
///
/// Sendable because only the code it was made for touches it, and that code is synchronous: a context that
/// another task has inherited does not count there.
@usableFromInline final class Context: @unchecked Sendable {
  /// How many there are anywhere. Plain reads look here first, and go no further in the usual case.
  @usableFromInline static let active = Atomic<Int>(0)

  /// What is being computed; nothing in a transaction.
  @usableFromInline let node: AnyNode?
  /// Values that stand for those in the graph.
  @usableFromInline let overlay: Overlay?
  @usableFromInline let outer: Context?
  /// A later task, which has inherited the context, may lie where the task of this one was.
  private let isOver = Flag()
  @exclusivity(unchecked) @usableFromInline var reading: Reading
  /// What has been read, once there is more of it than can be looked through each time.
  @exclusivity(unchecked) private var manySources: Set<ObjectIdentifier> = []
  private static let many = 16
  /// What is being read.
  @exclusivity(unchecked) @usableFromInline var asked: Unmanaged<AnyNode>?

  @usableFromInline init(_ node: AnyNode?, _ overlay: Overlay?) {
    self.node = node
    self.overlay = overlay
    reading = Reading(overlay)
    outer = Self.current
    #if !hasFeature(Embedded)
      task = TaskIdentity.current
    #endif
  }

  @inlinable @inline(__always) static var isAnyActive: Bool { active.load(ordering: .relaxed) != 0 }

  /// The values that the transaction around this code has set.
  @usableFromInline static var transaction: Overlay? {
    guard let overlay = current?.overlay, !overlay.isFrozen else { return nil }
    return overlay
  }

  /// Runs `body`; what it reads is recorded.
  @inlinable static func compute<Value>(
    _ node: AnyNode, _ overlay: Overlay?, _ body: () -> Value
  ) -> (Value, Reading) {
    let context = Context(node, overlay)
    context.stopAtCycle()
    var value: Value?
    context.run { value = body() }
    return (value!, context.reading)
  }

  /// Runs `body`; reads and sets go to `overlay`.
  static func run<Result>(_ overlay: Overlay, _ body: () -> Result) -> Result {
    var result: Result?
    Context(nil, overlay).run { result = body() }
    return result!
  }

  /// Runs `body`, which belongs to nobody's computation: observers.
  static func outside(_ body: () -> Void) {
    if current != nil { with(nil, body) } else { body() }
  }

  @usableFromInline func run(_ body: () -> Void) {
    Self.active.wrappingAdd(1, ordering: .relaxed)
    defer {
      Self.active.wrappingSubtract(1, ordering: .relaxed)
      _ = isOver.set()
    }
    Self.with(self, body)
  }

  /// The value of a property that is read here.
  @inlinable func read<Value>(_ node: Node<Value>) -> Value {
    guard self.node != nil else {
      // A transaction that somebody runs while computing reads for that computation.
      return overlay?.value(of: node) ?? outer?.read(node) ?? node.latest().value
    }
    // Not in place: what computes the value may read here, too.
    asked = Unmanaged.passUnretained(node)
    var once = Reading(overlay)
    let value = once.read(node)
    if isNew(node) { reading.add(node, once) }
    return value
  }

  /// Whether a property is read here for the first time.
  @usableFromInline func isNew(_ node: AnyNode) -> Bool {
    let sources = reading.sources ?? []
    if sources.count < Self.many { return !sources.contains { $0.node === node } }
    if manySources.isEmpty { manySources = Set(sources.map { ObjectIdentifier($0.node) }) }
    return manySources.insert(ObjectIdentifier(node)).inserted
  }

  @usableFromInline func stopAtCycle() {
    var around = outer
    while let context = around {
      if context.node === node { context.stop(computedAgain: self) }
      around = context.outer
    }
  }

  /// Between two that are being computed there may be others, of which one is asked whether they still hold.
  private func stop(computedAgain innermost: Context) -> Never {
    var ring = [innermost.node!]
    var inner = innermost
    while inner !== self, let context = inner.outer {
      if let node = context.node {
        let asked = context.asked?.takeUnretainedValue()
        ring = [node] + (asked?.way(to: ring[0]) ?? []) + ring
      }
      inner = context
    }
    var names: [String] = []
    for node in ring where names.last != "\(node.name)" || node === ring.last { names.append("\(node.name)") }
    fatalError("a property is computed from itself: \(names.joined(separator: " -> "))")
  }

  #if hasFeature(Embedded)

    nonisolated(unsafe) private static var innermost: Context?

    @usableFromInline static var current: Context? { innermost }

    private static func with(_ context: Context?, _ body: () -> Void) {
      let outer = innermost
      innermost = context
      defer { innermost = outer }
      body()
    }

  #else

    /// A task-local is the thread-local of the standard library: it works outside tasks too.
    @TaskLocal private static var innermost: Context?
    private let task: TaskIdentity

    @usableFromInline static var current: Context? {
      guard isAnyActive, let context = innermost, !context.isOver.isSet, context.task == .current else {
        return nil
      }
      return context
    }

    private static func with(_ context: Context?, _ body: () -> Void) {
      $innermost.withValue(context, operation: body)
    }

  #endif
}
