import Synchronization

@usableFromInline typealias LogPointer = UnsafeMutablePointer<TransactionLog>
@usableFromInline typealias ChangePointer = UnsafeMutablePointer<TransactionChange>

/// What a transaction has set so far: in the order in which the properties were set first.
///
/// It lies on the stack of the transaction.
@usableFromInline struct TransactionLog: ~Copyable {
  /// Memory for the first change, if its value is small: most transactions set one property.
  private let room: UnsafeMutableRawPointer
  private static let bytesOfRoom = 128
  private var first: ChangePointer?
  private var last: ChangePointer?
  fileprivate private(set) var count = 0
  /// What few transactions need, made on demand.
  private var details: Details?
  private static let many = 8

  private final class Details {
    /// Where the changes are, once there are many.
    var changes: [NodePointer: ChangePointer] = [:]
    /// What is computed from the changes so far.
    var snapshot: GraphSnapshot?
    @exclusivity(unchecked) var affected = AffectedNodes()
    /// Nodes whose values cannot change any more once the transaction has committed.
    var ended: [GraphNode] = []
    /// What was replaced inside transactions that are part of this one and may throw, oldest first.
    var replaced: [(change: ChangePointer, box: AnyObject)] = []
    /// How many of those are under way.
    var savepoints = 0
  }

  private init(room: UnsafeMutableRawPointer) { self.room = room }

  /// Runs `body` with a log, which is empty at the end.
  static func with(_ body: (LogPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: bytesOfRoom, alignment: 8) { room in
      var log = TransactionLog(room: room.baseAddress!)
      withUnsafeMutablePointer(to: &log, body)
    }
  }

  @usableFromInline var isEmpty: Bool { first == nil }

  /// The only change, or nil if there are several.
  fileprivate var onlyChange: ChangePointer? { count == 1 ? first : nil }

  @usableFromInline func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
    isEmpty && byteCount <= Self.bytesOfRoom ? room : Heap.allocate(byteCount: byteCount)
  }

  @usableFromInline func change(of node: NodePointer) -> ChangePointer? {
    if count > Self.many { return details!.changes[node] }
    var next = first
    while let change = next, change.pointee.node != node { next = change.pointee.next }
    return next
  }

  @usableFromInline mutating func add(_ change: ChangePointer) {
    if let last { last.pointee.next = change } else { first = change }
    last = change
    count += 1
    if count == Self.many + 1 {
      let details = madeDetails
      forEach { details.changes[$0.pointee.node] = $0 }
    } else if count > Self.many {
      details!.changes[change.pointee.node] = change
    }
    // Last, because the end of what it holds may be code that comes back here.
    noteChange()
  }

  /// A property has got another value.
  @usableFromInline func noteChange() { details?.snapshot = nil }

  fileprivate func forEach(_ body: (ChangePointer) -> Void) {
    var next = first
    while let change = next {
      body(change)
      next = change.pointee.next
    }
  }

  /// Lets go of all changes, and of the values that they hold or have replaced.
  fileprivate mutating func removeAll() {
    details?.changes = [:]
    details?.affected.removeAll()
    last = nil
    count = 0
    var next = first.take()
    while let change = next {
      next = change.pointee.next
      free(change)
    }
  }

  /// May run code of the program, which does not see the change any more.
  private func free(_ change: ChangePointer) {
    change.deinitialize()
    if change != room { Heap.deallocate(change) }
  }

  // MARK: Transactions that are part of this one

  /// Where one of them began.
  fileprivate struct Savepoint {
    let last: ChangePointer?
    let count: Int
    let replaced: Int
    let ended: Int
  }

  fileprivate mutating func begin() -> Savepoint {
    let details = madeDetails
    details.savepoints += 1
    return Savepoint(last: last, count: count, replaced: details.replaced.count, ended: details.ended.count)
  }

  /// Ends one that has not thrown. What it has replaced is needed if one around it throws.
  fileprivate func end() {
    let details = details!
    details.savepoints -= 1
    // Released when it is not in the log any more: its end may be code that comes back here.
    if details.savepoints == 0 { _ = exchange(&details.replaced, with: []) }
  }

  /// Ends one that has thrown: everything is as it was when it began.
  fileprivate mutating func rollBack(to begin: Savepoint) {
    let details = details!
    // Released when everything is as it was: what an end of these sets belongs to the transaction around.
    var discarded: [AnyObject] = []
    defer { withExtendedLifetime(discarded) {} }
    while details.replaced.count > begin.replaced {
      let (change, box) = details.replaced.removeLast()
      discarded.append(change.boxedValue)
      change.restore(box)
    }
    details.ended.removeLast(details.ended.count - begin.ended)
    var next = begin.last == nil ? first : begin.last!.pointee.next
    if let last = begin.last { last.pointee.next = nil } else { first = nil }
    last = begin.last
    count = begin.count
    details.affected.removeAll()
    details.changes = [:]
    if count > Self.many { forEach { details.changes[$0.pointee.node] = $0 } }
    noteChange()
    end()
    while let change = next {
      next = change.pointee.next
      free(change)
    }
  }

  /// The value of a change is about to be replaced.
  @usableFromInline func noteReplacement(_ change: ChangePointer) {
    if let details, details.savepoints > 0 { details.replaced.append((change, change.boxedValue)) }
  }

  fileprivate mutating func end(_ node: GraphNode) { madeDetails.ended.append(node) }

  /// The transaction has thrown.
  fileprivate func removeEnds() { details?.ended = [] }

  fileprivate func forEachEnded(_ body: (GraphNode) -> Void) { details?.ended.forEach(body) }

  fileprivate mutating func snapshot(_ make: () -> GraphSnapshot) -> GraphSnapshot {
    let details = madeDetails
    if let snapshot = details.snapshot { return snapshot }
    let snapshot = make()
    details.snapshot = snapshot
    return snapshot
  }

  /// Whether a node is perhaps computed from what the transaction has set.
  ///
  /// - Precondition: The node is current before and after the call, with the same mark.
  fileprivate mutating func affects(_ node: NodePointer) -> Bool {
    madeDetails.affected.contains(node, first, last)
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

extension LogPointer {
  @inlinable func set<Value>(_ node: PropertyNode<Value>, _ value: Value) {
    set(node, value, base: nil)
  }

  @inlinable @inline(__always) func set<Value>(
    _ node: PropertyNode<Value>, _ value: Value, base: UInt64?
  ) {
    if let change = pointee.change(of: node.record) {
      pointee.noteReplacement(change)
      change.replace(by: value)
      pointee.noteChange()
    } else {
      let memory = pointee.allocate(byteCount: TransactionChange.byteCount(Value.self))
      let change = TransactionChange.make(
        at: memory, node.record, base: base, isTrivial: _isPOD(Value.self)
      ) { $0.perform($1, Value.self) }
      change.value(Value.self).initialize(to: value)
      pointee.add(change)
    }
  }

  /// The transaction runs again if another thread has set the node before it commits. If `body` throws, nothing is
  /// changed.
  @inlinable func modify<Value, Result, Failure: Error>(
    _ node: PropertyNode<Value>, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let change = pointee.change(of: node.record) {
      var value = change.value(Value.self).pointee
      let result = try Frame.untracked { () throws(Failure) in try body(&value) }
      pointee.noteReplacement(change)
      change.replace(by: value)
      pointee.noteChange()
      return result
    }
    let (before, version) = node.readForChange()
    var value = before
    let result = try Frame.untracked { () throws(Failure) in try body(&value) }
    // The body itself may have set the node: then that is what is changed.
    set(node, value, base: version)
    return result
  }

  func end(_ node: GraphNode) { pointee.end(node) }

  /// The mark of a node that is computed, if it is current and does not depend on what the transaction has set: that is known
  /// once the node has been read and its mark is still the same. With another mark it has perhaps been computed again from
  /// other sources, or what it is computed from has, and its edges were not those of the value.
  @usableFromInline func markIfUnaffected(_ node: NodePointer) -> UInt64? {
    let mark = node.pointee.mark.load(ordering: .acquiring)
    if !node.isCurrent { return nil }
    return node.pointee.isFinal.load(ordering: .acquiring) || !pointee.affects(node) ? mark : nil
  }

  /// What is computed, as the transaction sees it in one of its frames.
  @usableFromInline func currentSnapshot(for frame: FramePointer) -> GraphSnapshot {
    // What is computed from untracked reads is kept apart: for what is known already nothing is recorded any more.
    if frame.isUntrackedInTransaction { return GraphSnapshot(self) }
    let reader = frame.frameAroundTransaction
    return pointee.snapshot { GraphSnapshot(self, for: reader) }
  }

  /// Makes all changes in one step. False if what the transaction has modified has been set by another thread.
  fileprivate func commit() -> Bool {
    if pointee.isEmpty { return true }
    Frame.current?.noteSet()
    pointee.noteChange()
    while true {
      switch pointee.onlyChange?.perform(.commitAlone) ?? commitAll() {
      case .committed: return true
      case .conflict: return false
      case .outdated: continue
      }
    }
  }

  private func commitAll() -> Commit {
    pointee.forEach { _ = $0.perform(.compare) }
    var found = Announcements()
    let outcome = PropertyGraph.withLock {
      var outcome = Commit.committed
      pointee.forEach { change in
        PropertyGraph.listen(to: change.pointee.node)
        if outcome == .committed { outcome = change.pointee.state }
      }
      if outcome == .committed {
        PropertyGraph.changing(pointee.count) { first in
          // Each has a number of its own: of two properties that are bound to each other, the last one set wins.
          var number = first
          pointee.forEach {
            $0.pointee.node.pointee.dutyOfReads.store(NodeRecord.DutyOfReads.awaitCommit, ordering: .relaxed)
          }
          pointee.forEach { change in
            change.store(first, number, &found)
            number += 2
          }
          pointee.forEach {
            $0.pointee.node.pointee.dutyOfReads.store(NodeRecord.DutyOfReads.nothing, ordering: .releasing)
          }
          if CurrentThread.graphWalks > 0 { OwnChanges.note(first, until: number - 2) }
        }
      }
      pointee.forEach { PropertyGraph.stopListening(to: $0.pointee.node) }
      return outcome
    }
    if outcome == .committed { Wave.announce(&found) }
    return outcome
  }
}

/// The nodes that are computed from what a transaction has set, as far as their edges are linked.
///
/// The edges of a node that is current were linked before it became so, and so were those of what it is computed from: if none
/// has been linked since the nodes were found, one that is not among them has the value that the transaction sees, if it has
/// stayed current.
private struct AffectedNodes: ~Copyable {
  private var nodes = NodeSet()
  /// How many edges had been linked when they were found, and what the transaction had set.
  private var links: UInt = 0
  private var last: ChangePointer?
  /// How often they are still found again because other threads link edges.
  private var patience = 16

  mutating func contains(_ node: NodePointer, _ first: ChangePointer?, _ last: ChangePointer?) -> Bool {
    if PropertyGraph.clock.links.load(ordering: .acquiring) != links || self.last != last {
      if patience == 0 { return true }
      find(first)
    }
    return nodes.contains(node)
  }

  private mutating func find(_ first: ChangePointer?) {
    PropertyGraph.withLock {
      let links = PropertyGraph.clock.links.load(ordering: .relaxed)
      if links != self.links, last != nil {
        patience -= 1
        removeAll()
      }
      self.links = links
      var next = last == nil ? first : last!.pointee.next
      while let change = next {
        PropertyGraph.forEachNode(below: change.pointee.node) { nodes.insert($0) }
        last = change
        next = change.pointee.next
      }
    }
  }

  mutating func removeAll() {
    nodes.removeAll()
    last = nil
  }
}

@usableFromInline enum Commit {
  case committed
  /// Another thread has set what the transaction modifies.
  case conflict
  /// Another thread has set what was compared.
  case outdated
}

/// What a transaction does to one property. The value lies right behind.
///
/// Plain memory, and not an object: most transactions set one property, and would spend half of their time on making
/// and releasing that.
@usableFromInline struct TransactionChange: ~Copyable {
  @usableFromInline enum Step {
    /// Finds out whether the value is a change.
    case compare
    /// Under the lock. The value that is replaced takes the place of the other one: it is released after the lock.
    case store
    /// Commits a transaction that has changed nothing else.
    case commitAlone
    case putIntoBox
    case takeFromBox
    /// Only of a value that is more than plain bits.
    case release
  }

  /// Without captures: a method of a generic class that is called through one without parameters is not specialised.
  @usableFromInline typealias Perform = @Sendable (ChangePointer, Step) -> Commit

  /// Not copyable, so that the closure is called without being retained.
  @frozen @usableFromInline struct Performer: ~Copyable, Sendable {
    @usableFromInline let closure: Perform

    @usableFromInline init(_ closure: @escaping Perform) { self.closure = closure }
  }

  /// The object of the node is retained.
  @usableFromInline let node: NodePointer
  /// The version that `modify` has changed; nil if the node was set.
  @usableFromInline let base: UInt64?
  /// The version that the value was compared with.
  @usableFromInline var compared: UInt64?
  @usableFromInline var isChange = true
  /// Whether the value is plain bits, which need not be released.
  @usableFromInline let isTrivial: Bool
  fileprivate var next: ChangePointer?
  /// The value in a box, made on demand.
  @usableFromInline var box: AnyObject?
  fileprivate let performer: Performer

  private init(_ node: NodePointer, base: UInt64?, isTrivial: Bool, _ perform: @escaping Perform) {
    self.node = node
    self.base = base
    self.isTrivial = isTrivial
    performer = Performer(perform)
  }

  /// Makes a change without its value.
  @usableFromInline static func make(
    at memory: UnsafeMutableRawPointer, _ node: NodePointer, base: UInt64?, isTrivial: Bool,
    _ perform: @escaping Perform
  ) -> ChangePointer {
    let change = memory.bindMemory(to: TransactionChange.self, capacity: 1)
    _ = node.pointee.node.retain()
    change.initialize(to: TransactionChange(node, base: base, isTrivial: isTrivial, perform))
    return change
  }

  /// How much memory a change takes that lies at any multiple of eight.
  @inlinable static func byteCount<Value>(_: Value.Type) -> Int {
    MemoryLayout<TransactionChange>.stride + MemoryLayout<Value>.size + MemoryLayout<Value>.alignment
  }

  /// Under the lock.
  fileprivate var state: Commit {
    let version = node.version
    if let base, base != version { return .conflict }
    if let compared, compared != version { return .outdated }
    return .committed
  }
}

extension ChangePointer {
  fileprivate func deinitialize() {
    if !pointee.isTrivial { _ = perform(.release) }
    let node = pointee.node.pointee.node
    deinitialize(count: 1)
    node.release()
  }

  /// Where the value lies.
  @inlinable @inline(__always) func value<Value>(_: Value.Type) -> UnsafeMutablePointer<Value> {
    UnsafeMutableRawPointer(self + 1).alignedUp(for: Value.self).assumingMemoryBound(to: Value.self)
  }

  @inlinable func replace<Value>(by value: Value) {
    pointee.box = nil
    // Released when it has been replaced: its end may be code that comes back here.
    _ = exchange(&self.value(Value.self).pointee, with: value)
  }

  @inline(__always) fileprivate func perform(_ step: TransactionChange.Step) -> Commit {
    pointee.performer.closure(self, step)
  }

  var boxedValue: AnyObject {
    if pointee.box == nil { _ = perform(.putIntoBox) }
    return pointee.box!
  }

  /// Takes back the value that the change had when it was put into a box.
  fileprivate func restore(_ box: AnyObject) {
    pointee.box = box
    _ = perform(.takeFromBox)
  }

  /// Under the lock: stores the value, if it is a change, and collects what has to be announced.
  ///
  /// - Parameters:
  ///   - first: The number of the first change of the transaction.
  ///   - number: That of this one.
  fileprivate func store(_ first: UInt64, _ number: UInt64, _ found: inout Announcements) {
    let node = pointee.node
    if !pointee.isChange || node.pointee.isFinal.load(ordering: .relaxed) { return }
    // Before it is stored: then the value that was replaced is here instead.
    let value = node.pointee.isObserved ? boxedValue : nil
    PropertyGraph.mark(below: node, first, &found)
    GraphMoment.willReplace(node, first)
    // First, so that a thread that reads the value while it is computing finds what it goes back to.
    node.pointee.origin.store(number, ordering: .relaxed)
    _ = perform(.store)
    if let value {
      let generation = PropertyGraph.beginAnnouncing(node)
      found.add(node, generation, value: value, version: node.version, origin: number)
    }
  }

  @inlinable func perform<Value: Sendable>(_ step: TransactionChange.Step, _: Value.Type) -> Commit {
    let value = value(Value.self)
    return pointee.node.pointee.node._withUnsafeGuaranteedRef { node in
      let node = unsafeDowncast(node, to: PropertyNode<Value>.self)
      switch step {
      case .compare:
        if node.equality.isComparable {
          let (current, version) = node.cell.read()
          pointee.compared = version
          pointee.isChange = !node.equality.holdsUntracked(current, value.pointee)
        }
      case .store:
        if let before = node.cell.store(value.pointee) { value.pointee = before }
      case .commitAlone:
        return node.commit(value.pointee, base: pointee.base)
      case .putIntoBox:
        pointee.box = ValueBox(value.pointee)
      case .takeFromBox:
        _ = exchange(&value.pointee, with: ValueBox<Value>.value(in: pointee.box!))
      case .release:
        value.deinitialize(count: 1)
      }
      return .committed
    }
  }
}

extension PropertyNode {
  /// The value at the moment of the transaction that changes it. If that is not the newest one any more, the transaction
  /// will run again.
  @usableFromInline func readForChange() -> (value: Value, version: UInt64) {
    let moment = Frame.current!.momentOfReads
    record.waitWhileStored()
    let (newest, newestVersion) = cell.read()
    if record.holds(at: moment) { return (newest, newestVersion) }
    let (value, version, _) = boxedValue(at: moment, readsOwn: true)
    return (ValueBox<Value>.value(in: value), version)
  }

  /// Sets the value at the end of a transaction that has changed nothing else.
  ///
  /// - Parameter base: The version that the value was made of, if it has to be the present one.
  @inlinable func commit(_ value: Value, base: UInt64?) -> Commit {
    var expected = base
    if equality.isComparable {
      let (current, version) = cell.read()
      if let base, base != version { return .conflict }
      if equality.holdsUntracked(current, value) { return .committed }
      expected = version
    }
    if replace(expected, by: value) { return .committed }
    return base == nil ? .outdated : .conflict
  }
}

extension PropertyGraph {
  /// Runs `body`; what it sets is visible inside, and outside all at once when it has returned. If it throws, nothing is
  /// changed.
  ///
  /// If another thread sets meanwhile what the body modifies, the body runs again.
  @inlinable package static func transaction<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // What is not generic is compiled once.
    var result: Swift.Result<Result, Failure>?
    run {
      do throws(Failure) {
        result = .success(try body())
        return true
      } catch {
        result = .failure(error)
        return false
      }
    }
    return try result!.get()
  }

  /// - Parameter body: Returns false if it has thrown.
  @usableFromInline package static func run(_ body: () -> Bool) {
    if let log = Frame.current?.logOfSets { return run(body, in: log) }
    TransactionLog.with { log in
      var attempt = 0
      while !runOnce(log, body) {
        CurrentThread.wait(attempt)
        attempt += 1
      }
      log.pointee.forEachEnded { end($0) }
    }
  }

  /// Runs what is part of another transaction.
  private static func run(_ body: () -> Bool, in log: LogPointer) {
    let begin = log.pointee.begin()
    if body() { log.pointee.end() } else { log.pointee.rollBack(to: begin) }
  }

  @inline(__always) private static func runOnce(_ log: LogPointer, _ body: () -> Bool) -> Bool {
    var hasReturned = false
    Frame.transaction(log) { hasReturned = body() }
    defer { log.pointee.removeAll() }
    if hasReturned { return log.commit() }
    log.pointee.removeEnds()
    return true
  }
}
