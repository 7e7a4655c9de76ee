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
  @usableFromInline let hub: Outlet<Value>.Observers
  /// Of a value that is set; of one that is computed, the rule knows.
  @usableFromInline let equality: Equality<Value>

  /// A value that is set.
  @inlinable init(
    _ initial: Value, _ isEqual: (@Sendable (Value, Value) -> Bool)?, _ name: PropertyName
  ) {
    content = .set(VersionedCell(initial))
    outlet = Outlet(after: 1, deliversEach: true)
    hub = Hub(gate: outlet, kind: .root)
    equality = Equality(isEqual)
    super.init(name, isComputed: false, sources: [], { _, _, _ in }, Self.refresher, Self.teller)
  }

  /// A value that is computed.
  ///
  /// `sources` is what it reads in each run; nothing where that is found out while it runs.
  @inlinable convenience init(
    _ rule: some Rule<Value>, sources: [AnyNode]?, hasMemory: Bool = false, _ name: PropertyName
  ) {
    self.init(Computed(rule), Self.updater(rule), sources, hasMemory, name)
  }

  @inlinable init(
    _ computed: consuming Computed<Value>, _ updater: @escaping Updater,
    _ sources: [AnyNode]?, _ hasMemory: Bool, _ name: PropertyName
  ) {
    content = .computed(computed)
    outlet = Outlet(after: 0, deliversEach: false)
    hub = Hub(gate: outlet, kind: .root)
    equality = .none
    super.init(
      name, isComputed: true, hasMemory: hasMemory, sources: sources, updater, Self.refresher,
      Self.teller)
  }

  /// Closures, not overridden methods: those of a generic class would not be specialised. This one is made
  /// for the rule.
  @inlinable static func updater(_ rule: some Rule<Value>) -> Updater {
    { node, epoch, hasTurn in
      let node = unsafeDowncast(node, to: Node.self)
      switch node.content {
      case .set: break
      case .computed(let computed): computed.update(node, epoch, rule, hasTurn: hasTurn)
      }
    }
  }

  @inlinable static var refresher: @Sendable (AnyNode) -> Stamp {
    { unsafeDowncast($0, to: Node.self).latest().stamp }
  }

  @inlinable static var teller: @Sendable (AnyNode, Bool) -> Void {
    { node, hasTurn in
      let node = unsafeDowncast(node, to: Node.self)
      node.outlet.send(node.latest(hasTurn: hasTurn).change, to: node.hub)
    }
  }

  /// The value that follows from what `reading` shows of others; none if it is not computed at all.
  @usableFromInline func computed(_ reading: inout Reading) -> Value? {
    switch content {
    case .set: nil
    case .computed(let computed): computed.compute(self, &reading)
    }
  }

  /// The value as of now.
  @inlinable @inline(__always) func latest(hasTurn: Bool = false) -> Snapshot<Value> {
    switch content {
    case .set(let cell):
      let (value, generation) = cell.read()
      return Snapshot(value, Stamp(version: generation, generation: generation))
    case .computed(let computed): return computed.latest(self, hasTurn: hasTurn)
    }
  }

  /// The value as of now, for whoever may go on to read what is computed from it.
  @inlinable @inline(__always) func read(hasTurn: Bool = false) -> Snapshot<Value> {
    let now = latest(hasTurn: hasTurn)
    announceIfNew(now.stamp.generation)
    return now
  }

  /// Which value it is: without the value, which could be released here for the last time.
  @usableFromInline var generation: UInt64 {
    switch content {
    case .set(let cell): cell.generation
    case .computed(let computed): computed.memo.generation
    }
  }

  @usableFromInline override func finish() {
    outlet.run { [hub] in hub.finish(.completed) }
  }

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
      var value = transaction.value(of: self) ?? read().value
      let result = body(&value)
      transaction.set(self, value)
      return result
    }
    return change(body)
  }

  /// Of several threads that set the same value, one makes the change.
  @inlinable @inline(__always) func change<Result>(_ body: (inout Value) -> Result) -> Result {
    while true {
      let before = read()
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
    outlet.send(Change(value, generation), to: hub)
    if hasReaders.load(ordering: .sequentiallyConsistent) { Graph.spread(from: self) }
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

extension Snapshot where Value: Sendable {
  /// As observers hear of it.
  @inlinable @inline(__always) var change: Change<Value> { Change(value, stamp.version) }
}
