import Synchronization

@usableFromInline typealias LogPointer = UnsafeMutablePointer<TransactionLog>

/// What a transaction has set so far: in the order in which the properties were set first.
///
/// It lies on the stack of the transaction.
@usableFromInline struct TransactionLog: ~Copyable {
  /// Retained.
  fileprivate var changes = PlainList<Unmanaged<TransactionChange>>()
  /// What few transactions need, made on demand.
  private var details: Details?
  private static let many = 8

  private final class Details {
    /// Where the changes are, once there are many.
    var indices: [NodePointer: Int] = [:]
    /// What is computed from the changes so far.
    var snapshot: GraphSnapshot?
    /// Nodes whose values cannot change any more once the transaction has committed.
    var ended: [GraphNode] = []
  }

  init() {}

  deinit {
    for index in 0..<changes.count { changes[index].release() }
  }

  @usableFromInline var isEmpty: Bool { changes.isEmpty }

  @usableFromInline func change(of node: NodePointer) -> TransactionChange? {
    if changes.count > Self.many {
      return details!.indices[node].map { changes[$0].takeUnretainedValue() }
    }
    for index in 0..<changes.count where changes[index].node == node {
      return changes[index].takeUnretainedValue()
    }
    return nil
  }

  @usableFromInline mutating func add(_ change: consuming TransactionChange) {
    changes.append(.passRetained(change))
    details?.snapshot = nil
    if changes.count <= Self.many { return }
    let first = changes.count == Self.many + 1 ? 0 : changes.count - 1
    for index in first..<changes.count { madeDetails.indices[changes[index].node] = index }
  }

  /// A property has got another value.
  @usableFromInline func noteChange() { details?.snapshot = nil }

  fileprivate mutating func end(_ node: GraphNode) { madeDetails.ended.append(node) }

  fileprivate var ended: [GraphNode] { details?.ended ?? [] }

  fileprivate mutating func snapshot(_ make: () -> GraphSnapshot) -> GraphSnapshot {
    let details = madeDetails
    if let snapshot = details.snapshot { return snapshot }
    let snapshot = make()
    details.snapshot = snapshot
    return snapshot
  }

  private var madeDetails: Details {
    mutating get {
      if let details { return details }
      let made = Details()
      details = made
      return made
    }
  }
}

extension Unmanaged<TransactionChange> {
  fileprivate var node: NodePointer { _withUnsafeGuaranteedRef { $0.node } }
}

extension LogPointer {
  @inlinable func set<Value>(_ node: PropertyNode<Value>, _ value: Value) {
    set(node, value, base: nil)
  }

  @inlinable @inline(__always) func set<Value>(
    _ node: PropertyNode<Value>, _ value: Value, base: UInt64?
  ) {
    if let change = pointee.change(of: node.record) {
      unsafeDowncast(change, to: TransactionValue<Value>.self).set(value)
      pointee.noteChange()
    } else {
      pointee.add(TransactionValue(node, value, base: base))
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
      change.set(value)
      pointee.noteChange()
      return result
    }
    let (before, version) = node.cell.read()
    var value = before
    let result = Frame.untracked { body(&value) }
    // The body itself may have set the node: then that is what is changed.
    set(node, value, base: version)
    return result
  }

  func end(_ node: GraphNode) { pointee.end(node) }

  /// What is computed, as the transaction sees it.
  @usableFromInline func currentSnapshot() -> GraphSnapshot { pointee.snapshot { GraphSnapshot(self) } }

  /// Makes all changes in one step. False if what the transaction has modified has been set by another thread.
  func commit() -> Bool {
    if pointee.isEmpty { return true }
    Frame.current?.noteSet()
    pointee.noteChange()
    while true {
      switch commitOnce() {
      case .committed: return true
      case .conflict: return false
      case .outdated: continue
      }
    }
  }

  private func commitOnce() -> Commit {
    let count = pointee.changes.count
    for index in 0..<count { _ = perform(.compare, index) }
    if count == 1, pointee.changes[0]._withUnsafeGuaranteedRef({ $0.isChange }) {
      return perform(.commitAlone, 0)
    }
    var found = Announcements()
    let outcome = PropertyGraph.withLock {
      var outcome = Commit.committed
      for index in 0..<count where outcome == .committed {
        PropertyGraph.listen(to: pointee.changes[index].node)
        outcome = pointee.changes[index]._withUnsafeGuaranteedRef { $0.state }
      }
      if outcome == .committed {
        PropertyGraph.changing(count) { first in
          for index in 0..<count {
            // Each has a number of its own: of two properties that are bound to each other, the last one set wins.
            pointee.changes[index]._withUnsafeGuaranteedRef {
              $0.store(first, first + 2 * UInt64(index), &found)
            }
          }
        }
      }
      for index in 0..<count { PropertyGraph.stopListening(to: pointee.changes[index].node) }
      return outcome
    }
    if outcome == .committed { Wave.announce(found) }
    return outcome
  }

  private func perform(_ step: TransactionChange.Step, _ index: Int) -> Commit {
    pointee.changes[index]._withUnsafeGuaranteedRef { $0.perform(step) }
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

  @usableFromInline final let node: NodePointer
  /// The version that `modify` has changed; nil if the node was set.
  @usableFromInline final let base: UInt64?
  /// The version that the value was compared with.
  @exclusivity(unchecked) @usableFromInline final var compared: UInt64?
  @exclusivity(unchecked) @usableFromInline final var isChange = true
  /// A closure without captures: a method of a generic class that is called through this one is not specialised.
  private final let performer: @Sendable (TransactionChange, Step) -> Commit

  @usableFromInline init(
    _ node: NodePointer, base: UInt64?, _ performer: @escaping @Sendable (TransactionChange, Step) -> Commit
  ) {
    self.node = node
    self.base = base
    self.performer = performer
  }

  /// Under the lock.
  fileprivate final var state: Commit {
    let version = node.version
    if let base, base != version { return .conflict }
    if let compared, compared != version { return .outdated }
    return .committed
  }

  fileprivate final func perform(_ step: Step) -> Commit { performer(self, step) }

  /// Under the lock: stores the value, if it is a change, and collects what has to be announced.
  ///
  /// - Parameters:
  ///   - first: The number of the first change of the transaction.
  ///   - number: That of this one.
  fileprivate final func store(_ first: UInt64, _ number: UInt64, _ found: inout Announcements) {
    if !isChange { return }
    // Before it is stored: then the value that was replaced is here instead.
    let value = node.pointee.observers > 0 ? boxedValue : nil
    PropertyGraph.mark(below: node, first, &found)
    _ = perform(.store)
    node.pointee.origin.store(number, ordering: .relaxed)
    if let value {
      found.add(node.pointee.node.retain(), value: value, version: node.version, origin: number)
    }
  }

  @usableFromInline var boxedValue: AnyObject { fatalError("overridden") }
}

@usableFromInline final class TransactionValue<Value: Sendable>: TransactionChange {
  @usableFromInline let property: PropertyNode<Value>
  /// Once it is stored, the value that was replaced, which is released with this object.
  @exclusivity(unchecked) @usableFromInline var value: Value
  @exclusivity(unchecked) @usableFromInline var box: ValueBox<Value>?

  @inlinable convenience init(_ node: PropertyNode<Value>, _ value: Value, base: UInt64?) {
    self.init(node, value, base) { change, step in
      unsafeDowncast(change, to: TransactionValue<Value>.self).take(step)
    }
  }

  @inlinable init(
    _ node: PropertyNode<Value>, _ value: Value, _ base: UInt64?,
    _ performer: @escaping @Sendable (TransactionChange, Step) -> Commit
  ) {
    property = node
    self.value = value
    super.init(node.record, base: base, performer)
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
    switch step {
    case .compare:
      if property.equality.isComparable {
        let (current, version) = property.cell.read()
        compared = version
        isChange = !property.equality.holdsUntracked(current, value)
      }
      return .committed
    case .store:
      if let before = property.cell.store(value) { value = before }
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
