import Synchronization

/// Values that stand for those in the graph while some code runs: what a transaction has set so far, or what
/// was true at one moment.
///
/// Sendable because only the code it was made for touches it, as with its ``Context``.
@usableFromInline final class Overlay: @unchecked Sendable {
  /// True: values of one moment; a source that is missing has to be asked for. False: a transaction.
  let isFrozen: Bool
  private var values: [ObjectIdentifier: HeldValue] = [:]
  /// In the order in which they were set first.
  private var order: [HeldValue] = []
  /// What was computed from the values; forgotten when one is set.
  private var computed: [ObjectIdentifier: HeldValue] = [:]
  private var missing: [HeldValue] = []
  /// What does not depend on anything that was set.
  private var untouched: Set<ObjectIdentifier> = []
  private var ended: [AnyNode] = []

  init(isFrozen: Bool) { self.isFrozen = isFrozen }

  /// Nothing: the value is that of the graph.
  @usableFromInline func value<Value>(of node: Node<Value>) -> Value? {
    let key = ObjectIdentifier(node)
    if let held = values[key] ?? computed[key] { return held.value(as: Value.self) }
    guard node.isComputed, !isFrozen || !node.hasMemory else {
      if isFrozen { missing.append(Held(node, node.latest().value)) }
      return nil
    }
    if !isFrozen, !isTouched(node) { return nil }
    computeChain(above: node)
    var reading = Reading(self)
    let value = node.computed(&reading)!
    computed[key] = Held(node, value)
    return value
  }

  /// Long chains are computed from above, on a stack that does not grow.
  private func computeChain(above node: AnyNode) {
    var chain: [AnyNode] = []
    var above = node.onlySource
    while let source = above?.takeUnretainedValue(), source.isComputed,
      computed[ObjectIdentifier(source)] == nil
    {
      chain.append(source)
      above = source.onlySource
    }
    for source in chain.dropFirst().reversed() { source.compute(in: self) }
  }

  private func isHeld(_ node: AnyNode) -> Bool {
    (values[ObjectIdentifier(node)] ?? computed[ObjectIdentifier(node)]) != nil
  }

  /// Whether a value depends on anything that was set.
  private func isTouched(_ node: AnyNode) -> Bool {
    if values.isEmpty { return false }
    var waiting = [node]
    var seen: Set<ObjectIdentifier> = []
    while let node = waiting.popLast() {
      if isHeld(node) { return true }
      if let source = node.onlySource, source._withUnsafeGuaranteedRef({ isHeld($0) }) { return true }
      guard node.isComputed, !untouched.contains(ObjectIdentifier(node)),
        seen.insert(ObjectIdentifier(node)).inserted
      else { continue }
      // What the value of now was computed from has to be known. It is not computed to find that out: outside
      // the transaction that may not be possible. What has a memory cannot be computed here instead, though.
      if node.hasMemory {
        _ = node.refresh()
      } else if !node.isSettled() {
        return true
      }
      waiting += node.lastSources.all.map { $0.node }
    }
    untouched.formUnion(seen)
    return false
  }

  @usableFromInline func set<Value>(_ node: Node<Value>, _ value: Value) {
    computed = [:]
    untouched = []
    if let held = values[ObjectIdentifier(node)] {
      unsafeDowncast(held, to: Held<Value>.self).value = value
    } else {
      hold(Held(node, value))
    }
  }

  private func hold(_ held: HeldValue) {
    values[ObjectIdentifier(held.node)] = held
    order.append(held)
  }

  // MARK: Transactions

  /// Whether the end of a property has to wait, because the property was set here.
  func postponesEnd(of node: AnyNode) -> Bool {
    guard values[ObjectIdentifier(node)] != nil else { return false }
    ended.append(node)
    return true
  }

  /// Stores what was set, in one step, and tells of it.
  func commit() {
    var changes: [HeldValue] = []
    var isStored = false
    while !isStored {
      changes = order.filter { $0.isChange() }
      // What was no change has to be none still, or half of the transaction would be lost. The values from
      // before are kept until the lock is free: somebody's `deinit` may run then.
      Graph.inOneStep {
        guard order.allSatisfy({ $0.isStoredAnyway || $0.isLatest }) else { return }
        for change in changes { change.store() }
        isStored = true
      }
    }
    for change in changes { change.announce() }
    Context.outside { for change in changes { change.tell() } }
    let sources = changes.map { $0.node }.filter { $0.hasReaders.load(ordering: .sequentiallyConsistent) }
    if !sources.isEmpty { Graph.spread(from: sources) }
    for node in ended { node.end() }
  }

  // MARK: Values of one moment

  /// Computes a value whose sources do not stand still: on values that all were there at one moment.
  @usableFromInline static func compute<Value>(_ node: Node<Value>) -> (Value, Reading) {
    let overlay = Overlay(isFrozen: true)
    while true {
      var reading = Reading(overlay)
      let value = node.computed(&reading)!
      if overlay.missing.isEmpty {
        // It may be out of date by now: the next read looks again.
        reading.seen = .max
        return (value, reading)
      }
      overlay.freeze()
    }
  }

  /// Takes the values of all sources that are known, as of one moment.
  private func freeze() {
    for held in missing where values[ObjectIdentifier(held.node)] == nil { hold(held) }
    missing = []
    computed = [:]
    repeat {
      for held in order { held.fetch() }
    } while !Graph.betweenCommits({ order.allSatisfy { $0.isLatest } })
  }
}

/// The value of a property in an overlay, whatever its type.
private class HeldValue {
  let node: AnyNode

  init(_ node: AnyNode) { self.node = node }

  final func value<Value: Sendable>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: Held<Value>.self).value
  }

  /// Whether a transaction found another value in the graph.
  final var isStoredAnyway = false

  func isChange() -> Bool { preconditionFailure("abstract") }
  var isLatest: Bool { preconditionFailure("abstract") }
  func fetch() { preconditionFailure("abstract") }
  func store() { preconditionFailure("abstract") }
  func announce() { preconditionFailure("abstract") }
  func tell() { preconditionFailure("abstract") }
}

private final class Held<Value: Sendable>: HeldValue {
  let typed: Node<Value>
  var value: Value
  var generation: UInt64 = 0
  var before: Value?

  init(_ node: Node<Value>, _ value: Value) {
    typed = node
    self.value = value
    super.init(node)
  }

  override func isChange() -> Bool {
    let now = typed.latest()
    generation = now.stamp.generation
    isStoredAnyway = !typed.equality.holds(now.value, value)
    return isStoredAnyway
  }

  override var isLatest: Bool { typed.generation == generation }

  override func fetch() {
    let now = typed.latest()
    (value, generation) = (now.value, now.stamp.generation)
    typed.announceIfNew(generation)
  }

  override func store() {
    (generation, before) = typed.store(value)!
  }

  override func announce() { typed.announce(generation) }

  override func tell() {
    before = nil
    typed.outlet.send(Change(value, generation), to: typed.hub)
  }
}
