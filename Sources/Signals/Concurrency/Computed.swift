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

  @usableFromInline let rule: Rule<Value>
  @usableFromInline let memo: VersionedCell<Memo?>

  @inlinable init(_ rule: Rule<Value>) {
    self.rule = rule
    memo = VersionedCell(nil)
  }

  /// How often a rule runs while others change what it reads, before it gets values that stand still.
  @inlinable static var attempts: Int { 8 }

  @inlinable @inline(__always) func latest(_ node: Node<Value>) -> Snapshot<Value> {
    let epoch = Graph.epoch.load(ordering: .sequentiallyConsistent)
    if node.validated.load(ordering: .acquiring) == epoch {
      let (memo, generation) = memo.read()
      return Snapshot(memo!.value, Stamp(version: memo!.version, generation: generation))
    }
    if node.isBelowChain(epoch) { node.refreshChain(epoch) }
    return update(node, epoch)
  }

  /// Finds out whether the memo still holds, and computes the value anew if not.
  @inlinable @inline(never) func update(_ node: Node<Value>, _ epoch: UInt64) -> Snapshot<Value> {
    var (attempts, epoch) = (0, epoch)
    while true {
      defer { epoch = Graph.epoch.load(ordering: .sequentiallyConsistent) }
      let (before, generation) = memo.read()
      var reading = Reading()
      let known = before.map { Known(seen: $0.seen, generation: generation) }
      guard var value = rule.compute(node, &reading, known) else {
        node.validated.store(epoch, ordering: .releasing)
        return Snapshot(before!.value, Stamp(version: before!.version, generation: generation))
      }
      if !rule.readsOne, !rule.holds(reading) {
        attempts += 1
        if attempts < Self.attempts || rule.hasMemory { continue }
        (value, reading) = Overlay.compute(rule, node)
      }
      let after: Memo
      if let before {
        let isSame = node.equality.holds(before.value, value)
        after = Memo(
          isSame ? before.value : value, version: before.version &+ (isSame ? 0 : 1), seen: reading.seen)
      } else {
        after = Memo(value, version: 1, seen: reading.seen)
      }
      guard let stored = memo.replace(with: after, ifGeneration: generation) else { continue }
      if rule.sources == nil, node.setSources(reading.sources ?? [], stored.generation) { continue }
      node.validated.store(epoch, ordering: .releasing)
      return Snapshot(after.value, Stamp(version: after.version, generation: stored.generation))
    }
  }
}
