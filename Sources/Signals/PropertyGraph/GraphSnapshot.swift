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
    /// The frame that computes it, or that closes the ring which it is part of.
    var depth: Int?
    var nextInRing: Entry?

    init(_ node: GraphNode) { self.node = node }
  }

  private var entries: [NodePointer: Entry] = [:]
  /// The nodes whose values were read.
  private var inputs: [Entry] = []
  /// Whether values have been read that are not known to be of the same moment as the others.
  private var hasNewInputs = false
  /// Whether current values of computed nodes are read, and not only such as were set.
  private var readsCurrentValues: Bool
  /// What stands for values of the graph.
  private let log: UnsafeMutablePointer<TransactionLog>?

  @usableFromInline init() {
    log = nil
    readsCurrentValues = true
  }

  /// With what a transaction has set.
  init(_ log: UnsafeMutablePointer<TransactionLog>) {
    self.log = log
    // They do not show what the transaction has set.
    readsCurrentValues = false
  }

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
    return known(node) ?? compute(node)
  }

  private func known(_ node: GraphNode) -> AnyObject? {
    if let change = log?.pointee.change(of: node.record) { return change.boxedValue }
    guard let entry = entries[node.record] else {
      guard !node.record.pointee.isComputed || readsCurrentValues && node.record.isCurrent else { return nil }
      return read(node)
    }
    if let depth = entry.depth { return closeRing(entry, depth) }
    return entry.value
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
    if inputs.count == 1, log == nil { return true }
    return PropertyGraph.withLock {
      var holds = true
      for index in inputs.indices {
        let record = inputs[index].node.record
        // Also those that no node reads are not set then without the lock.
        PropertyGraph.listen(to: record)
        if record.version != inputs[index].version || !record.isCurrent { holds = false }
      }
      return holds
    }
  }

  /// Reads all inputs that are set, in one moment. What is computed is computed from them.
  private func startAgain() {
    readsCurrentValues = false
    entries = [:]
    inputs.removeAll { $0.node.record.pointee.isComputed }
    var values: [(value: AnyObject, version: UInt64)] = []
    values.reserveCapacity(inputs.count)
    PropertyGraph.withLock {
      for index in inputs.indices {
        PropertyGraph.listen(to: inputs[index].node.record)
        values.append(inputs[index].node.boxedValue())
      }
    }
    for (input, read) in zip(inputs, values) {
      (input.value, input.version) = read
      entries[input.node.record] = input
    }
  }

  // MARK: Computing

  /// Computes what a node reads before the node itself: a loop, as far as it is known what it reads.
  private func computeSources(of root: GraphNode) {
    var stack = [root]
    var isExpanded = [false]
    while let node = stack.last {
      if node !== root, entries[node.record] != nil || known(node) != nil {
        stack.removeLast()
        isExpanded.removeLast()
      } else if isExpanded[stack.count - 1] {
        if node === root { return }
        _ = compute(node)
      } else {
        isExpanded[stack.count - 1] = true
        for source in node.record.computedSources()
        where entries[source.record] == nil && known(source) == nil {
          stack.append(source)
          isExpanded.append(false)
        }
      }
    }
  }

  private func compute(_ node: GraphNode) -> AnyObject {
    let entry = Entry(node)
    entries[node.record] = entry
    return Frame.computing(node.record, in: self) { frame in
      entry.depth = frame.pointee.depth
      _ = node.recompute!(node, frame)
      if !frame.isInRing {
        entry.depth = nil
        entry.value = frame.pointee.found
        return entry.value!
      }
      guard let value = node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth!) }
      entry.value = value
      frame.leaveRing(entry)
      return value
    }
  }

  private func closeRing(_ entry: Entry, _ depth: Int) -> AnyObject {
    let frame = Frame.current!
    frame.closeRing(at: depth)
    guard let value = entry.node.boxedCycleValue else { frame.stopAtRing(frame.pointee.ringDepth!) }
    return value
  }
}

extension NodePointer {
  /// The computed sources of the last computation; none if another thread is just computing the node.
  fileprivate func computedSources() -> [GraphNode] {
    var sources: [GraphNode] = []
    guard PropertyGraph.claimOnce(self) else { return sources }
    var next = pointee.firstSource
    while let edge = next {
      if edge.pointee.source.pointee.isComputed {
        sources.append(edge.pointee.source.pointee.node.takeUnretainedValue())
      }
      next = edge.pointee.nextSource
    }
    release(asCurrent: false)
    return sources
  }
}
