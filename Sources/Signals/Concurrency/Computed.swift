import Synchronization

/// A value that is computed from others, and what is known of it.
///
/// It is found with no lock held: run the rule, remember which versions it read, and keep the result if those
/// versions still hold; otherwise again. So nobody sees a combination that never existed, and code outside the
/// library never runs under a lock.
@frozen @usableFromInline struct Computed<Value: Sendable>: ~Copyable, Sendable {
  @frozen @usableFromInline struct Memo: Sendable {
    @usableFromInline let value: Value
    /// Counts the values that differ.
    @usableFromInline let version: UInt64
    /// The sum of the versions it was computed from. Versions only grow: the sum is the same if all are.
    @usableFromInline let seen: UInt64

    @inlinable init(_ value: Value, version: UInt64, seen: UInt64) {
      self.value = value
      self.version = version
      self.seen = seen
    }
  }

  @usableFromInline typealias Compute = @Sendable (Node<Value>, inout Reading) -> Value

  @usableFromInline let memo: VersionedCell<Memo?>
  /// Computes a value that is not kept here.
  @usableFromInline let compute: Compute

  @inlinable init(_ rule: some Rule<Value>) {
    memo = VersionedCell(nil)
    compute = { rule.compute($0, &$1, nil)! }
  }

  /// How often a rule runs while others change what it reads, before it gets values that stand still.
  @inlinable static var attempts: Int { 8 }

  @inlinable @inline(__always) func latest(_ node: Node<Value>, hasTurn: Bool) -> Snapshot<Value> {
    let epoch = Graph.epoch.load(ordering: .sequentiallyConsistent)
    if node.validated.load(ordering: .acquiring) != epoch {
      if node.isBelowChain(epoch) { node.refreshChain(epoch, hasTurn) }
      node.updater(node, epoch, hasTurn)
    }
    let (memo, generation) = memo.read()
    return Snapshot(memo!.value, Stamp(version: memo!.version, generation: generation))
  }

  /// Finds out whether the memo still holds, and computes the value anew if not.
  @inlinable @inline(__always)
  func update<R: Rule<Value>>(_ node: Node<Value>, _ epoch: UInt64, _ rule: R, hasTurn: Bool) {
    var (attempts, epoch) = (0, epoch)
    while !attempt(node, epoch, rule, hasTurn, &attempts) {
      epoch = Graph.epoch.load(ordering: .sequentiallyConsistent)
    }
  }

  /// False: somebody else was faster, or changed what was read.
  @inlinable @inline(__always) func attempt<R: Rule<Value>>(
    _ node: Node<Value>, _ epoch: UInt64, _ rule: R, _ hasTurn: Bool, _ attempts: inout Int
  ) -> Bool {
    let (before, generation) = memo.read()
    var reading = Reading(hasTurn: hasTurn)
    let known = before.map { Known(seen: $0.seen, generation: generation) }
    guard var value = rule.compute(node, &reading, known) else {
      node.validated.store(epoch, ordering: .releasing)
      return true
    }
    // What reads one has nothing that this has to be consistent with.
    if R.reads != .one, node.onlySource == nil, !node.holds(reading) {
      attempts += 1
      if attempts < Self.attempts || node.hasMemory { return false }
      (value, reading) = Overlay.compute(node)
    }
    var version: UInt64 = 1
    if let before {
      if rule.areEqual(before.value, value) {
        (value, version) = (before.value, before.version)
      } else {
        version = before.version &+ 1
      }
    }
    let after = Memo(value, version: version, seen: reading.seen)
    guard let stored = memo.replace(with: after, ifGeneration: generation, hasTurn: hasTurn) else {
      return false
    }
    if R.reads == .unknown, node.setSources(reading.sources ?? [], stored.generation) { return false }
    node.validated.store(epoch, ordering: .releasing)
    return true
  }
}
