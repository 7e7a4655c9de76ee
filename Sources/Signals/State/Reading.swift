/// What a computation has read so far.
@usableFromInline struct Reading {
  /// The sum of the versions.
  @usableFromInline var seen: UInt64 = 0
  /// The sum of the generations.
  @usableFromInline var exact: UInt64 = 0
  /// The properties, where they are not known beforehand.
  @usableFromInline var sources: [Source]?
  @usableFromInline let overlay: Overlay?
  /// Whether what is brought up to date by reading it may be stored without claiming slots.
  @usableFromInline let hasTurn: Bool

  @inlinable init(_ overlay: Overlay? = nil, hasTurn: Bool = false) {
    self.overlay = overlay
    self.hasTurn = hasTurn
  }

  /// Reads a property that is read in each run.
  @inlinable @inline(__always) mutating func read<Value>(_ node: Node<Value>) -> Value {
    if let overlay, let value = overlay.value(of: node) { return value }
    node.markAsRead()
    let now = node.read(hasTurn: hasTurn)
    seen &+= now.stamp.version
    exact &+= now.stamp.generation
    return now.value
  }

  @inlinable @inline(__always) mutating func read<Value>(_ above: Unretained<Node<Value>>) -> Value {
    above.withObject { read($0) }
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
    if sources == nil {
      sources = []
      sources!.reserveCapacity(4)
    }
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
///
/// A type of its own for each way: what brings a value up to date is compiled for its rule.
@usableFromInline protocol Rule<Value>: Sendable {
  associatedtype Value: Sendable

  static var reads: Reads { get }

  /// Reads and computes. Given what the last value was computed from, it returns nothing if nothing of that
  /// has changed.
  func compute(_ node: Node<Value>, _ reading: inout Reading, _ known: Known?) -> Value?

  /// Whether a new value is no change.
  func areEqual(_ before: Value, _ after: Value) -> Bool
}

extension Rule {
  @inlinable @inline(__always) func areEqual(_ before: Value, _ after: Value) -> Bool { false }

  @inlinable func distinct(by areEqual: @escaping @Sendable (Value, Value) -> Bool) -> DistinctByRule<Self> {
    DistinctByRule(self, areEqual)
  }
}

extension Rule where Value: Equatable {
  @inlinable var distinct: DistinctRule<Self> { DistinctRule(self) }
}

/// What a rule reads, as far as that is known beforehand.
@frozen @usableFromInline enum Reads {
  case one
  /// The same ones in each run.
  case several
  /// What the run finds out.
  case unknown
}

/// A rule that computes what another one computes.
@usableFromInline protocol RefinedRule<Value>: Rule {
  associatedtype Base: Rule<Value>

  var base: Base { get }
}

extension RefinedRule {
  @inlinable static var reads: Reads { Base.reads }

  @inlinable @inline(__always)
  func compute(_ node: Node<Value>, _ reading: inout Reading, _ known: Known?) -> Value? {
    base.compute(node, &reading, known)
  }
}

/// A rule for which equal values are no change.
///
/// A type instead of a closure: the comparison is compiled into what brings the value up to date.
@usableFromInline struct DistinctRule<Base: Rule>: RefinedRule where Base.Value: Equatable {
  @usableFromInline typealias Value = Base.Value

  @usableFromInline let base: Base

  @inlinable init(_ base: Base) { self.base = base }

  @inlinable @inline(__always) func areEqual(_ before: Value, _ after: Value) -> Bool { before == after }
}

/// A rule for which values are no change that somebody calls equal.
@usableFromInline struct DistinctByRule<Base: Rule>: RefinedRule {
  @usableFromInline typealias Value = Base.Value

  @usableFromInline let base: Base
  @usableFromInline let equality: @Sendable (Value, Value) -> Bool

  @inlinable init(_ base: Base, _ equality: @escaping @Sendable (Value, Value) -> Bool) {
    self.base = base
    self.equality = equality
  }

  @inlinable @inline(__always) func areEqual(_ before: Value, _ after: Value) -> Bool {
    equality(before, after)
  }
}

/// A rule that finds out while it runs what it reads.
@usableFromInline struct RecordingRule<Value: Sendable>: Rule {
  @usableFromInline let record: @Sendable (Node<Value>, inout Reading) -> Value

  @inlinable init(_ record: @escaping @Sendable (Node<Value>, inout Reading) -> Value) {
    self.record = record
  }

  @inlinable static var reads: Reads { .unknown }

  @inlinable @inline(__always)
  func compute(_ node: Node<Value>, _ reading: inout Reading, _ known: Known?) -> Value? {
    if let known, known.seen != .max, node.areSourcesSame(known.generation) { return nil }
    return record(node, &reading)
  }
}
