import Synchronization

/// Values of one moment, computed for one reader and stored in no node.
///
/// A reader takes one where it must not wait: another thread computes what it reads, or changes it all the time. So does
/// a transaction that reads what is computed from its own changes. Closures run until everything that they read was
/// there at one moment, which is found out afterwards, under the lock; what they had read in vain is thrown away.
///
/// Sendable because only one thread uses it.
@usableFromInline final class GraphSnapshot: @unchecked Sendable {
  /// What is known of a node.
  final class Entry {
    let node: GraphNode
    /// Nil while it is computed.
    var value: AnyObject?
    /// The version, if the value was read; 0 if it was computed here.
    var version: UInt64 = 0
    /// The same, read again.
    var again: (value: AnyObject, version: UInt64)?
    /// The frame that computes it, or that closes the ring which it is part of.
    var depth: Int32?
    var nextInRing: Entry?

    init(_ node: GraphNode) { self.node = node }
  }

  /// What the computation that has ended last came to.
  @usableFromInline var found: AnyObject?
  private var entries: [NodePointer: Entry] = [:]
  /// The nodes whose values were read.
  private var inputs: [Entry] = []
  /// Whether values have been read that are not known to be of the same moment as the others.
  private var hasNewInputs = false
  /// Whether current values of computed nodes are read, and not only such as were set.
  private var readsCurrentValues = true
  /// What stands for values of the graph.
  private let log: LogPointer?
  /// Whether a computed node that is current depends on something in the log.
  private var isAffected: [NodePointer: Bool] = [:]
  /// The epoch for which that holds: after a change a node may depend on others.
  private var epochOfAffected: UInt64?
  /// Whether nodes are computed that are perhaps not read any more, where the stack is too small for closures that
  /// compute what they read.
  private var guesses = true

  @usableFromInline convenience init() { self.init(nil) }

  /// With what a transaction has set.
  init(_ log: LogPointer?) { self.log = log }

  /// The value of a node, in a box.
  @usableFromInline func value(of node: GraphNode) -> AnyObject {
    if Frame.current.map({ $0.pointee.snapshot?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() })
      == true
    {
      return evaluate(node)
    }
    while true {
      let value = evaluate(node)
      if !hasNewInputs || confirmInputs() { return value }
      startAgain()
    }
  }

  private func evaluate(_ node: GraphNode) -> AnyObject {
    if let known = known(node) { return known }
    computeSources(of: node)
    return known(node) ?? compute(node)!
  }

  private func known(_ node: GraphNode) -> AnyObject? {
    if let change = log?.pointee.change(of: node.record) { return change.boxedValue }
    guard let entry = entries[node.record] else {
      guard !node.record.pointee.isComputed || holdsCurrentValue(node) else { return nil }
      return read(node)
    }
    if let depth = entry.depth { return closeRing(entry, depth) }
    return entry.value
  }

  private func holdsCurrentValue(_ node: GraphNode) -> Bool {
    if node.record.pointee.isFinal.load(ordering: .acquiring), node.record.isCurrent { return true }
    if !readsCurrentValues { return false }
    if log != nil, epochOfAffected == nil { epochOfAffected = PropertyGraph.epochAtRest() }
    if !node.record.canBeRead { return false }
    if log == nil { return true }
    if isAffected[node.record] == nil { findAffected(above: node) }
    return isAffected[node.record] == false
  }

  /// Finds out which of a node and what is above it depend on something in the log.
  private func findAffected(above root: GraphNode) {
    var readers: [NodePointer: [NodePointer]] = [:]
    var affected: [NodePointer] = []
    var stack = [root]
    isAffected[root.record] = false
    while let node = stack.popLast() {
      guard let sources = node.record.sources() else {
        affected.append(node.record)
        continue
      }
      for source in sources.map({ $0.record }) {
        if log!.pointee.change(of: source) != nil || isAffected[source] == true {
          affected.append(node.record)
        } else if source.pointee.isComputed {
          readers[source, default: []].append(node.record)
        }
      }
      for source in sources where source.record.pointee.isComputed && isAffected[source.record] == nil {
        isAffected[source.record] = false
        stack.append(source)
      }
    }
    while let node = affected.popLast() {
      isAffected[node] = true
      affected += (readers[node] ?? []).filter { isAffected[$0] == false }
    }
  }

  // MARK: Inputs

  private func read(_ node: GraphNode) -> AnyObject {
    let entry = Entry(node)
    (entry.value, entry.version) = node.boxedValue()
    entries[node.record] = entry
    inputs.append(entry)
    hasNewInputs = true
    return entry.value!
  }

  /// Whether there was a moment at which all inputs had the values that were read.
  private func confirmInputs() -> Bool {
    hasNewInputs = false
    // What a transaction has modified it has read as well, perhaps while another one was storing.
    if inputs.count == 1, log == nil, !inputs[0].node.record.pointee.isComputed { return true }
    return PropertyGraph.withLock {
      var holds = epochOfAffected.map { $0 == PropertyGraph.epoch.load(ordering: .relaxed) } ?? true
      for index in inputs.indices {
        let record = inputs[index].node.record
        // Also those that no node reads are not set then without the lock.
        PropertyGraph.listen(to: record)
        if record.version != inputs[index].version || !record.canBeRead { holds = false }
      }
      return holds
    }
  }

  /// Reads all inputs again, in one moment. What is computed and not current then, or was not read before, is computed
  /// from them.
  private func startAgain() {
    readsCurrentValues = false
    epochOfAffected = nil
    entries = [:]
    PropertyGraph.withLock {
      for input in inputs {
        let record = input.node.record
        PropertyGraph.listen(to: record)
        // What is computed perhaps depends on something in the log now, if it can still change.
        let isFinal = record.pointee.isFinal.load(ordering: .relaxed)
        if log != nil, record.pointee.isComputed, !isFinal { continue }
        // In boxes, which are released after the lock.
        input.again = record.canBeRead ? input.node.boxedValue() : nil
      }
    }
    inputs.removeAll { $0.again == nil }
    for input in inputs {
      (input.value, input.version) = input.again!
      input.again = nil
      entries[input.node.record] = input
    }
  }

  // MARK: Computing

  /// Computes what a node reads before the node itself, in a loop: what it reads always, and if much of the stack is
  /// used also what it read last.
  private func computeSources(of root: GraphNode) {
    var stack = [(node: root, isGuess: false)]
    var expanded: Set<NodePointer> = []
    while let (node, isGuess) = stack.last {
      if node !== root, entries[node.record] != nil || known(node) != nil {
        stack.removeLast()
      } else if expanded.insert(node.record).inserted {
        for (index, source) in (node.record.sources() ?? []).enumerated()
        where source.record.pointee.isComputed && !expanded.contains(source.record) {
          let isGuess = isGuess || index >= node.record.computed.pointee.sourcesReadAlways
          if isGuess, !guesses || !CurrentThread.isStackHalfUsed { break }
          if entries[source.record] == nil, known(source) == nil { stack.append((source, isGuess)) }
        }
      } else if node === root {
        return
      } else if compute(node, isGuess: isGuess) == nil {
        guesses = false
        // Also what is computed from a value that was a guess.
        entries = entries.filter { $0.value.version > 0 || $0.value.depth != nil }
        stack = [(root, false)]
        expanded = []
      }
    }
  }

  /// Nil if it was a guess that came to nothing.
  ///
  /// - Parameter isGuess: Whether it is not known that what is computed further out reads the node.
  private func compute(_ node: GraphNode, isGuess: Bool = false) -> AnyObject? {
    guard let sources = PropertyGraph.retainedSources(of: node.record) else { return read(node) }
    defer { for source in sources { source.release() } }
    let entry = Entry(node)
    entries[node.record] = entry
    return Frame.computing(node.record, in: self, isGuess: isGuess) { frame in
      entry.depth = frame.pointee.depth
      _ = node.recompute(frame)
      entry.value = found.take()
      if frame.pointee.isBusy {
        frame.leaveRing(entry)
        if isGuess { return nil }
        frame.pointee.outer!.noteBusy()
      } else if frame.isInRing {
        guard let value = node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth!) }
        entry.value = value
        frame.leaveRing(entry)
      } else {
        entry.depth = nil
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
    guard let value = entry.node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth!) }
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
  /// computed is perhaps a part of the same ring.
  fileprivate var canBeRead: Bool {
    isCurrent && !(pointee.isComputed && computed.pointee.isInRing.load(ordering: .relaxed))
  }

  /// What the last computation read; nil if another thread is just computing the node.
  fileprivate func sources() -> [GraphNode]? {
    guard PropertyGraph.claimOnce(self) else { return nil }
    var sources: [GraphNode] = []
    var next = computed.pointee.firstSource
    while let edge = next {
      sources.append(edge.pointee.source.pointee.node.takeUnretainedValue())
      next = edge.pointee.nextSource
    }
    release(asCurrent: false)
    PropertyGraph.settleAfterClaims()
    return sources
  }
}
