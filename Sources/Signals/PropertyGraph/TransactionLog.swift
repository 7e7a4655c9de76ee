import Synchronization

@usableFromInline typealias LogPointer = UnsafeMutablePointer<TransactionLog>

/// What a transaction has set so far: in the order in which the properties were set first.
///
/// It lies on the stack of the transaction.
@usableFromInline struct TransactionLog {
  @usableFromInline var changes: [TransactionChange] = []
  /// Where the changes are, once there are many.
  private var indices: [NodePointer: Int]?
  @usableFromInline var snapshot: GraphSnapshot?
  /// Nodes whose values cannot change any more once the transaction has committed.
  fileprivate var ended: [GraphNode] = []
  private static let many = 8

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { changes.isEmpty }

  @usableFromInline func change(of node: NodePointer) -> TransactionChange? {
    if let indices { return indices[node].map { changes[$0] } }
    return changes.first { $0.node.record == node }
  }

  @usableFromInline mutating func add(_ change: TransactionChange) {
    changes.append(change)
    if indices != nil {
      indices![change.node.record] = changes.count - 1
    } else if changes.count > Self.many {
      indices = Dictionary(uniqueKeysWithValues: changes.enumerated().map { ($1.node.record, $0) })
    }
  }
}

extension LogPointer {
  @inlinable func set<Value>(_ node: PropertyNode<Value>, _ value: Value) {
    pointee.snapshot = nil
    if let change = pointee.change(of: node.record) {
      unsafeDowncast(change, to: TransactionValue<Value>.self).set(value)
    } else {
      pointee.add(TransactionValue(node, value, base: nil))
    }
  }

  /// The transaction runs again if another thread has set the node before it commits.
  @inlinable func modify<Value, Result>(
    _ node: PropertyNode<Value>, _ body: (inout Value) -> Result
  ) -> Result {
    if let change = pointee.change(of: node.record) {
      let change = unsafeDowncast(change, to: TransactionValue<Value>.self)
      var value = change.value
      let result = Frame.untracked { body(&value) }
      pointee.snapshot = nil
      change.set(value)
      return result
    }
    let (before, version) = node.cell.read()
    var value = before
    let result = Frame.untracked { body(&value) }
    pointee.snapshot = nil
    // Unless the body itself has set the node.
    if let change = pointee.change(of: node.record) {
      unsafeDowncast(change, to: TransactionValue<Value>.self).set(value)
    } else {
      pointee.add(TransactionValue(node, value, base: version))
    }
    return result
  }

  func end(_ node: GraphNode) { pointee.ended.append(node) }

  /// What is computed, as the transaction sees it.
  @usableFromInline func currentSnapshot() -> GraphSnapshot {
    if let snapshot = pointee.snapshot { return snapshot }
    let snapshot = GraphSnapshot(self)
    pointee.snapshot = snapshot
    return snapshot
  }

  /// Makes all changes in one step. False if what the transaction has modified has been set by another thread.
  func commit() -> Bool {
    let changes = pointee.changes
    if changes.isEmpty { return true }
    Frame.current?.noteSet()
    pointee.snapshot = nil
    while true {
      for change in changes { _ = change.perform(.compare) }
      if changes.count == 1, changes[0].isChange {
        switch changes[0].perform(.commitAlone) {
        case .committed: return true
        case .conflict: return false
        case .outdated: continue
        }
      }
      var found = Announcements()
      var outcome = Commit.committed
      PropertyGraph.withLock {
        for index in changes.indices where outcome == .committed {
          PropertyGraph.listen(to: changes[index].node.record)
          outcome = changes[index].state
        }
        if outcome == .committed {
          PropertyGraph.changing(changes.count) { first in
            for index in changes.indices where changes[index].isChange {
              let record = changes[index].node.record
              PropertyGraph.mark(below: record, first, &found)
              _ = changes[index].perform(.store)
              // Each has a number of its own: of two properties that are bound to each other, the last one set wins.
              let number = first + 2 * UInt64(index)
              record.pointee.origin.store(number, ordering: .relaxed)
              if record.pointee.observers > 0 {
                found.add(
                  .passRetained(changes[index].node), value: changes[index].boxedValue,
                  version: record.version, origin: number)
              }
            }
          }
        }
        for index in changes.indices { PropertyGraph.stopListening(to: changes[index].node.record) }
      }
      switch outcome {
      case .outdated: continue
      case .conflict: return false
      case .committed:
        Wave.announce(found)
        return true
      }
    }
  }
}

@usableFromInline enum Commit {
  case committed
  /// Another thread has set what the transaction modifies.
  case conflict
  /// Another thread has set what was compared.
  case outdated
}

/// What a transaction does to one property.
@usableFromInline class TransactionChange {
  @usableFromInline enum Step {
    /// Finds out whether the value is a change.
    case compare
    /// Under the lock.
    case store
    /// Commits a transaction that has changed nothing else.
    case commitAlone
  }

  @usableFromInline final let node: GraphNode
  /// The version that `modify` has changed; nil if the node was set.
  @usableFromInline final let base: UInt64?
  /// The version that the value was compared with.
  @exclusivity(unchecked) @usableFromInline final var compared: UInt64?
  @exclusivity(unchecked) @usableFromInline final var isChange = true
  /// A closure without captures: a method of a generic class that is called through this one is not specialised.
  private final let performer: @Sendable (TransactionChange, Step) -> Commit

  @usableFromInline init(
    _ node: GraphNode, base: UInt64?, _ performer: @escaping @Sendable (TransactionChange, Step) -> Commit
  ) {
    self.node = node
    self.base = base
    self.performer = performer
  }

  /// Under the lock.
  fileprivate final var state: Commit {
    let version = node.record.version
    if let base, base != version { return .conflict }
    if let compared, compared != version { return .outdated }
    return .committed
  }

  fileprivate final func perform(_ step: Step) -> Commit { performer(self, step) }

  @usableFromInline var boxedValue: AnyObject { fatalError("overridden") }
}

@usableFromInline final class TransactionValue<Value: Sendable>: TransactionChange {
  @exclusivity(unchecked) @usableFromInline var value: Value
  @exclusivity(unchecked) @usableFromInline var box: ValueBox<Value>?
  /// The value that was replaced, which is released with this object.
  @exclusivity(unchecked) @usableFromInline var before: Value?

  @inlinable convenience init(_ node: PropertyNode<Value>, _ value: Value, base: UInt64?) {
    self.init(node, value, base) { change, step in
      unsafeDowncast(change, to: TransactionValue<Value>.self).take(step)
    }
  }

  @inlinable init(
    _ node: PropertyNode<Value>, _ value: Value, _ base: UInt64?,
    _ performer: @escaping @Sendable (TransactionChange, Step) -> Commit
  ) {
    self.value = value
    super.init(node, base: base, performer)
  }

  @inlinable func set(_ value: Value) {
    self.value = value
    box = nil
  }

  @usableFromInline override var boxedValue: AnyObject {
    if let box { return box }
    let made = ValueBox(value)
    box = made
    return made
  }

  @inlinable func take(_ step: Step) -> Commit {
    let property = unsafeDowncast(node, to: PropertyNode<Value>.self)
    switch step {
    case .compare:
      if property.equality.isComparable {
        let (current, version) = property.cell.read()
        compared = version
        isChange = !property.equality.holdsUntracked(current, value)
      }
      return .committed
    case .store:
      before = property.cell.store(value)
      return .committed
    case .commitAlone:
      if let base, let compared, base != compared { return .conflict }
      if property.replace(base ?? compared, by: value) { return .committed }
      return base == nil ? .outdated : .conflict
    }
  }
}

extension PropertyGraph {
  /// Runs `body`; what it sets is visible inside, and outside all at once when it has returned.
  ///
  /// If another thread sets meanwhile what the body modifies, the body runs again.
  @inlinable static func transaction<Result>(_ body: () -> Result) -> Result {
    // What is not generic is compiled once.
    var result: Result?
    run { result = body() }
    return result!
  }

  @usableFromInline static func run(_ body: () -> Void) {
    if Frame.current?.logOfSets != nil { return body() }
    var attempt = 0
    var ended: [GraphNode] = []
    while true {
      var log = TransactionLog()
      let isCommitted = withUnsafeMutablePointer(to: &log) { log in
        Frame.transaction(log, body)
        return log.commit()
      }
      if !log.ended.isEmpty { ended += log.ended }
      if isCommitted { break }
      CurrentThread.wait(attempt)
      attempt += 1
    }
    for node in ended { end(node) }
  }
}
