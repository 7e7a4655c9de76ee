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
  private let outer: Context?
  @exclusivity(unchecked) @usableFromInline var reading: Reading

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
    if isAnyActive, current != nil { with(nil, body) } else { body() }
  }

  @usableFromInline func run(_ body: () -> Void) {
    Self.active.wrappingAdd(1, ordering: .relaxed)
    defer { Self.active.wrappingSubtract(1, ordering: .relaxed) }
    Self.with(self, body)
  }

  /// The value of a property that is read here.
  @inlinable func read<Value>(_ node: Node<Value>) -> Value {
    guard self.node != nil else { return overlay?.value(of: node) ?? node.latest().value }
    return reading.record(node)
  }

  @usableFromInline func stopAtCycle() {
    var names = "\(node!.name)"
    var around = outer
    while let context = around {
      guard let other = context.node else { break }
      names = "\(other.name) -> \(names)"
      if other === node {
        fatalError("a property is computed from itself: \(names)")
      }
      around = context.outer
    }
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
      guard let context = innermost, context.task == .current else { return nil }
      return context
    }

    private static func with(_ context: Context?, _ body: () -> Void) {
      $innermost.withValue(context, operation: body)
    }

  #endif
}
