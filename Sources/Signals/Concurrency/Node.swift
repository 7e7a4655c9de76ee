import Synchronization

/// A property in the graph: a value that is set, or one that is computed from others.
///
/// Sendable because everything in it is a constant.
@usableFromInline final class Node<Value: Sendable>: AnyNode, @unchecked Sendable {
  /// Not copyable, so that reading it costs no retain.
  @frozen @usableFromInline enum Content: ~Copyable {
    case set(VersionedCell<Value>)
    case computed(Computed<Value>)
  }

  @usableFromInline let content: Content
  @usableFromInline let outlet: Outlet<Value>
  @usableFromInline let equality: Equality<Value>

  /// A value that is set.
  @inlinable init(
    _ initial: Value, _ isEqual: (@Sendable (Value, Value) -> Bool)?, _ name: PropertyName
  ) {
    content = .set(VersionedCell(initial))
    outlet = Outlet(after: 1)
    equality = Equality(isEqual)
    super.init(name, isComputed: false, sources: [], Self.refresher, Self.teller)
  }

  /// A value that is computed.
  @inlinable init(
    _ rule: Rule<Value>, _ isEqual: (@Sendable (Value, Value) -> Bool)?, _ name: PropertyName
  ) {
    content = .computed(Computed(rule))
    outlet = Outlet(after: 0)
    equality = Equality(isEqual)
    super.init(
      name, isComputed: true, hasMemory: rule.hasMemory, sources: rule.sources ?? [], Self.refresher,
      Self.teller)
  }

  /// Closures, not overridden methods: those of a generic class would not be specialised.
  @inlinable static var refresher: @Sendable (AnyNode) -> Stamp {
    { unsafeDowncast($0, to: Node.self).latest().stamp }
  }

  @inlinable static var teller: @Sendable (AnyNode) -> Void {
    { node in
      let node = unsafeDowncast(node, to: Node.self)
      node.outlet.update(node)
    }
  }

  /// How a computed value follows from others.
  @usableFromInline var rule: Rule<Value>? {
    switch content {
    case .set: nil
    case .computed(let computed): computed.rule
    }
  }

  /// The value as of now.
  @inlinable @inline(__always) func latest() -> Snapshot<Value> {
    switch content {
    case .set(let cell):
      let (value, generation) = cell.read()
      return Snapshot(value, Stamp(version: generation, generation: generation))
    case .computed(let computed): return computed.latest(self)
    }
  }

  /// Which value it is: without the value, which could be released here for the last time.
  @usableFromInline var generation: UInt64 {
    switch content {
    case .set(let cell): cell.generation
    case .computed(let computed): computed.memo.generation
    }
  }

  @usableFromInline override func finish() { outlet.finish() }

  override func settledVersion(_ epoch: UInt64) -> UInt64? {
    switch content {
    case .set: return latest().stamp.version
    case .computed(let computed):
      let (memo, generation) = computed.memo.read()
      guard let memo else { return nil }
      if validated.load(ordering: .acquiring) == epoch { return memo.version }
      guard areSourcesSettled(memo.seen, generation, epoch) else { return nil }
      validated.store(epoch, ordering: .releasing)
      return memo.version
    }
  }

  override func compute(in overlay: Overlay) { _ = overlay.value(of: self) }
}

// MARK: Setting

extension Node {
  @inlinable @inline(__always) func set(_ value: Value) {
    if Context.isAnyActive, let transaction = Context.transaction { return transaction.set(self, value) }
    if equality.isComparable { return change { $0 = value } }
    changed(value, store(value)!.generation)
  }

  /// Replaces a value that is set, if the generation is still `expected`, or whatever it is if that is nil.
  @inlinable @inline(__always) func store(
    _ value: Value, ifGeneration expected: UInt64? = nil
  ) -> (generation: UInt64, before: Value?)? {
    switch content {
    case .set(let cell): cell.replace(with: value, ifGeneration: expected)
    case .computed: preconditionFailure("a computed value is not set")
    }
  }

  /// Stores what `body` makes of the value. If somebody else stores one meanwhile, `body` runs again.
  @inlinable @inline(__always) func modify<Result>(_ body: (inout Value) -> Result) -> Result {
    if Context.isAnyActive, let transaction = Context.transaction {
      var value = transaction.value(of: self) ?? latest().value
      let result = body(&value)
      transaction.set(self, value)
      return result
    }
    return change(body)
  }

  /// Of several threads that set the same value, one makes the change.
  @inlinable @inline(__always) func change<Result>(_ body: (inout Value) -> Result) -> Result {
    while true {
      let before = latest()
      var value = before.value
      let result = body(&value)
      if equality.holds(before.value, value) { return result }
      if let stored = store(value, ifGeneration: before.stamp.generation) {
        changed(value, stored.generation)
        return result
      }
    }
  }

  /// Tells that a value has been stored.
  @inlinable @inline(__always) func changed(_ value: Value, _ generation: UInt64) {
    announce(generation)
    outlet.send(value, generation)
    if hasReaders.load(ordering: .sequentiallyConsistent) { Graph.spread(from: [self]) }
  }
}

/// Which values are no change. A borrowed switch calls the closure without a retain.
@frozen @usableFromInline enum Equality<Value>: ~Copyable, Sendable {
  /// Every value is a change.
  case none
  case by(@Sendable (Value, Value) -> Bool)

  @inlinable init(_ areEqual: (@Sendable (Value, Value) -> Bool)?) {
    if let areEqual { self = .by(areEqual) } else { self = .none }
  }

  @inlinable @inline(__always) var isComparable: Bool {
    switch self {
    case .none: false
    case .by: true
    }
  }

  @inlinable @inline(__always) func holds(_ before: Value, _ after: Value) -> Bool {
    switch self {
    case .none: false
    case .by(let areEqual): areEqual(before, after)
    }
  }
}

/// A value, and which one it is.
@frozen @usableFromInline struct Snapshot<Value> {
  @usableFromInline let value: Value
  @usableFromInline let stamp: Stamp

  @inlinable init(_ value: Value, _ stamp: Stamp) {
    self.value = value
    self.stamp = stamp
  }
}
