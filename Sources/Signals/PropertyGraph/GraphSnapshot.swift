import Synchronization

/// Values of one moment, computed for one reader and stored in no node.
///
/// A reader takes one where it must not wait: another thread computes what it reads, or changes it all the time. So does
/// a transaction that reads what is computed from its own changes. Closures run until everything that they read was
/// there at one moment, which is found out afterwards, under the lock; what they had read in vain is thrown away. The
/// closure of a node that has a value does not run where it would read what that value was computed from.
///
/// Sendable because only one thread uses it.
@usableFromInline final class GraphSnapshot: @unchecked Sendable {
  /// What is known of a node.
  final class Entry {
    let node: GraphNode
    /// Nil while it is computed.
    var value: AnyObject?
    /// The version of the node that has this value; 0 if it has another one, or is just computed.
    var version: UInt64 = 0
    /// Whether it came to nothing: see ``Frame/isBusy``.
    var isBusy = false
    /// Whether it has been needed since all inputs were read again.
    var isNeeded = true
    /// Of an input: the change that the value goes back to.
    var origin: UInt64 = 0
    /// The same, read again.
    var again: (value: AnyObject, version: UInt64)?
    /// The frame that computes it, or that closes the ring which it is part of.
    var depth: Int32?
    var nextInRing: Entry?

    init(_ node: GraphNode) { self.node = node }

    /// After the value was read. It belongs to the value once the inputs have been confirmed.
    fileprivate func noteOrigin() { origin = node.record.pointee.origin.load(ordering: .relaxed) }

    /// This member of a ring and those behind it, all of which wait for the same frame, wait for the one at `depth`.
    func wait(for depth: Int32) {
      var next = self.depth == depth ? nil : Optional(self)
      while let entry = next {
        entry.depth = depth
        next = entry.nextInRing
      }
    }

    /// This one and those behind it wait for no frame further out any more.
    func closeRing() {
      var next = Optional(self)
      while let entry = next {
        next = entry.nextInRing
        entry.depth = nil
        entry.nextInRing = nil
      }
    }
  }

  /// The newest of the changes that what was computed goes back to.
  var origin: UInt64 { inputs.reduce(0) { $1.isNeeded ? Swift.max($0, $1.origin) : $0 } }

  /// What the computation that has ended last came to.
  @usableFromInline var found: AnyObject?
  private var entries: [NodePointer: Entry] = [:]
  /// The nodes whose values were read.
  private var inputs: [Entry] = []
  /// Whether values have been read that are not known to be of the same moment as the others.
  private var hasNewInputs = false
  /// Whether the inputs before those were read in one moment.
  private var hasMoment = false
  /// Whether a computed node that is current is read without looking at what it was computed from. In a transaction that
  /// may have changed.
  private var readsCurrentValues: Bool
  /// What stands for values of the graph.
  private let log: LogPointer?
  /// How often this thread still waits for others that bring nodes up to date.
  private var patience = maximalPatience
  private static let maximalPatience = 12
  /// Whether nodes are computed that are perhaps not read any more, where the stack is too small for closures that
  /// compute what they read.
  private var guesses = true

  /// Whether ``origin`` has to be that of the value.
  private let needsOrigin: Bool

  /// - Parameter log: What a transaction has set, if there is one.
  init(_ log: LogPointer? = nil, needsOrigin: Bool = false) {
    self.log = log
    self.needsOrigin = needsOrigin
    readsCurrentValues = log == nil
  }

  /// The value of a node, in a box.
  @usableFromInline func value(of node: GraphNode) -> AnyObject {
    if Frame.current.map({ $0.pointee.snapshot?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() })
      == true
    {
      return evaluate(node)
    }
    return PropertyGraph.walking {
      while true {
        let value = evaluate(node)
        if !hasNewInputs || confirmInputs() { return value }
        startAgain()
      }
    }
  }

  private func evaluate(_ node: GraphNode) -> AnyObject { known(node) ?? visit(node) }

  private func known(_ node: GraphNode) -> AnyObject? {
    if let change = log?.pointee.change(of: node.record) { return change.boxedValue }
    guard let entry = entries[node.record] ?? newEntry(for: node) else { return nil }
    entry.isNeeded = true
    if let depth = entry.depth { return closeRing(entry, depth) }
    if entry.isBusy { Frame.current!.noteBusy() }
    return entry.value
  }

  /// Nil if the node has to be brought up to date.
  private func newEntry(for node: GraphNode) -> Entry? {
    let entry = Entry(node)
    if let change = log?.pointee.change(of: node.record) {
      let (current, version) = node.boxedValue()
      entry.value = change.boxedValue
      if node.isNoChange(current, change.boxedValue) { entry.version = version }
    } else if !node.record.pointee.isComputed || holdsCurrentValue(node) {
      (entry.value, entry.version) = node.boxedValue()
      inputs.append(entry)
      // A value that nothing has replaced since the node was made was there at that moment, if the node was. So a closure
      // that makes properties comes to an end, however often other threads change what it reads besides.
      let isInitial = entry.version == 1 && !node.record.pointee.isComputed
      if !isInitial { entry.noteOrigin() }
      if !isInitial || !hasMoment { hasNewInputs = true }
    } else {
      return nil
    }
    entries[node.record] = entry
    return entry
  }

  private func holdsCurrentValue(_ node: GraphNode) -> Bool {
    readsCurrentValues
      ? node.record.canBeRead
      : node.record.pointee.isFinal.load(ordering: .acquiring) && node.record.isCurrent
  }

  // MARK: Inputs

  /// Whether there was a moment at which all inputs had the values that were read.
  private func confirmInputs() -> Bool {
    hasNewInputs = false
    // What a transaction has modified it has read as well, perhaps while another one was storing.
    if inputs.count == 1, log == nil, !needsOrigin, !inputs[0].node.record.pointee.isComputed { return true }
    return PropertyGraph.withLock {
      var holds = true
      for index in inputs.indices {
        let record = inputs[index].node.record
        // Also those that no node reads are not set then without the lock.
        PropertyGraph.listen(to: record)
        inputs[index].noteOrigin()
        if record.version != inputs[index].version || !record.canBeRead { holds = false }
      }
      return holds
    }
  }

  /// Reads all inputs again, in one moment. What is computed and not current then, or was not read before, follows from
  /// them.
  private func startAgain() {
    readsCurrentValues = false
    hasMoment = true
    entries = [:]
    inputs.removeAll { !$0.isNeeded }
    PropertyGraph.withLock {
      for input in inputs {
        let record = input.node.record
        PropertyGraph.listen(to: record)
        // In boxes, which are released after the lock.
        input.again = record.canBeRead ? input.node.boxedValue() : nil
        input.noteOrigin()
      }
    }
    inputs.removeAll { $0.again == nil }
    for input in inputs {
      (input.value, input.version) = input.again!
      input.again = nil
      input.isNeeded = false
      entries[input.node.record] = input
    }
  }

  // MARK: Computing

  /// A node that is brought up to date, with what it was the last time.
  private struct Visit {
    let node: GraphNode
    /// Whether it is not known that what is computed further out reads the node.
    let isGuess: Bool
    let sourcesReadAlways: Int
    /// Its value, if it has one.
    var last: (value: AnyObject, version: UInt64)?
    /// Whether the node has to be computed.
    var hasChanged = true
    var sources: [(node: GraphNode, version: UInt64)] = []
    var checkedSources = 0

    init(_ node: GraphNode, isGuess: Bool) {
      self.node = node
      self.isGuess = isGuess
      sourcesReadAlways = Int(node.record.pointee.sourcesReadAlways)
    }
  }

  /// Looks at what a node has read, and if that has changed computes the node: in a loop, so that the depth of the graph
  /// does not matter (contract P8). What follows a source that has changed is perhaps not read any more; it is left to
  /// the closure unless much of the stack is used.
  private func visit(_ root: GraphNode) -> AnyObject {
    var visits: [Visit] = []
    var visited: Set<NodePointer> = []
    func begin(_ node: GraphNode, isGuess: Bool) {
      visited.insert(node.record)
      visits.append(makeVisit(to: node, isGuess: isGuess))
    }
    begin(root, isGuess: false)
    while true {
      if let source = nextSource(of: &visits[visits.count - 1], visited) {
        begin(source.node, isGuess: source.isGuess)
        continue
      }
      let visit = visits.removeLast()
      // A closure that has run meanwhile has perhaps read it.
      if entries[visit.node.record] != nil || visit.isGuess && !guesses {
        if visits.isEmpty { return known(root)! }
        continue
      }
      guard let value = end(visit) else {
        guesses = false
        // Also what is computed from a value that was a guess.
        entries = entries.filter { $0.value.version > 0 || $0.value.depth != nil }
        visits = []
        visited = []
        begin(root, isGuess: false)
        continue
      }
      if visits.isEmpty { return value }
    }
  }

  private func makeVisit(to node: GraphNode, isGuess: Bool) -> Visit {
    var visit = Visit(node, isGuess: isGuess)
    while !PropertyGraph.claimOnce(node.record) {
      if patience == 0 || node.record.isMine { return visit }
      CurrentThread.wait(Self.maximalPatience - patience)
      patience -= 1
    }
    let record = node.record.computed
    if node.record.version > 0 {
      visit.last = node.boxedValue()
      visit.hasChanged = record.pointee.needsValue || record.pointee.isInRing.load(ordering: .relaxed)
    }
    var next = record.pointee.firstSource
    while let edge = next {
      visit.sources.append((edge.pointee.source.pointee.node.takeUnretainedValue(), edge.pointee.version))
      next = edge.pointee.nextSource
    }
    node.record.release(asCurrent: false)
    return visit
  }

  /// The next source that has to be brought up to date first.
  private func nextSource(of visit: inout Visit, _ visited: Set<NodePointer>) -> (
    node: GraphNode, isGuess: Bool
  )? {
    while visit.checkedSources < visit.sources.count {
      let (source, version) = visit.sources[visit.checkedSources]
      let isGuess = visit.isGuess || visit.hasChanged && visit.checkedSources >= visit.sourcesReadAlways
      if isGuess, !guesses || !CurrentThread.isStackHalfUsed {
        visit.hasChanged = true
        return nil
      }
      let entry = entries[source.record] ?? newEntry(for: source)
      if entry == nil, !visited.contains(source.record) { return (source, isGuess) }
      entry?.isNeeded = true
      if entry?.version != version { visit.hasChanged = true }
      visit.checkedSources += 1
    }
    return nil
  }

  /// Nil if it was a guess that came to nothing.
  private func end(_ visit: Visit) -> AnyObject? {
    guard let last = visit.last, !visit.hasChanged else { return compute(visit) }
    let entry = Entry(visit.node)
    (entry.value, entry.version) = last
    entries[visit.node.record] = entry
    return entry.value
  }

  private func compute(_ visit: Visit) -> AnyObject? {
    let node = visit.node
    guard let sources = PropertyGraph.retainedSources(of: node.record) else { return known(node) }
    defer { for source in sources { source.release() } }
    let entry = Entry(node)
    entries[node.record] = entry
    return Frame.computing(node.record, in: self, isGuess: visit.isGuess) { frame in
      entry.depth = frame.pointee.depth
      _ = node.recompute(frame)
      entry.value = found.take()
      if frame.pointee.isBusy {
        entry.isBusy = true
        frame.leaveRing(entry)
        if visit.isGuess { return nil }
        frame.pointee.outer!.noteBusy()
      } else if frame.isInRing {
        guard let value = node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth) }
        entry.value = value
        frame.leaveRing(entry)
      } else {
        entry.depth = nil
        if let last = visit.last, node.isNoChange(last.value, entry.value!) { entry.version = last.version }
      }
      return entry.value
    }
  }

  private func closeRing(_ entry: Entry, _ depth: Int32) -> AnyObject {
    let frame = Frame.current!
    if frame.isGuess(inside: depth) {
      frame.noteBusy()
      return valueForGuess(entry.node)
    }
    frame.closeRing(at: depth)
    guard let value = entry.node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth) }
    return value
  }

  /// A value of a node that is computed further out. What is computed from it is thrown away.
  private func valueForGuess(_ node: GraphNode) -> AnyObject {
    if node.record.version > 0 { return node.boxedValue().value }
    let snapshot = GraphSnapshot(log)
    snapshot.guesses = false
    return snapshot.value(of: node)
  }
}

extension NodePointer {
  /// Whether what is computed for a reader may be computed from the value. Not from one that depends on itself: what is
  /// computed is perhaps a part of the same ring. One that is final is computed no more.
  fileprivate var canBeRead: Bool {
    if !isCurrent { return false }
    return !pointee.isComputed || !computed.pointee.isInRing.load(ordering: .relaxed)
      || pointee.isFinal.load(ordering: .acquiring)
  }
}
