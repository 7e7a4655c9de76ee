import Synchronization

/// The observers of a push stream, in the order in which they were attached.
///
/// A list of entries threaded through themselves: adding and removing cost the same however many
/// there are, and nothing is copied or retained to deliver a value. The list changes only inside the
/// gate, therefore never while it is walked.
///
/// A *root* hub owns its gate. The hub of a *derived* stream shares the gate of its root, because its
/// upstream delivers from inside it: a chain of ten stages pays for one gate, not ten.
///
/// Sendable because everything mutable is touched only inside the gate.
@usableFromInline final class Hub<Value: Sendable, Failure: Error>: Disposable, @unchecked Sendable {
  /// How long a hub stays attached to what feeds it.
  @usableFromInline enum Kind: Sendable {
    /// Until its input ends it.
    case root
    /// As long as it is reachable or observed (contract S7).
    case derived
    /// It has no input and never sends: observers need not be kept.
    case silent
  }

  @usableFromInline let gate: Gate
  @usableFromInline let kind: Kind
  /// The address of the only entry, if there is exactly one and no observer waits to be added; otherwise 0.
  @usableFromInline let only = Atomic<UInt>(0)
  /// The address of the newest observer that was added during a delivery, as a `Newcomer`, or 0.
  @usableFromInline let newcomers = Atomic<UInt>(0)
  @exclusivity(unchecked) @usableFromInline var first: Unmanaged<HubEntry<Value, Failure>>?
  @exclusivity(unchecked) private var last: Unmanaged<HubEntry<Value, Failure>>?
  /// What feeds a derived hub.
  @exclusivity(unchecked) private var upstream: (any Disposable)?
  @exclusivity(unchecked) private var hasEnded = false
  @exclusivity(unchecked) private var isReachable = true

  @usableFromInline init(gate: Gate, kind: Kind) {
    self.gate = gate
    self.kind = kind
  }

  /// Sets what feeds the hub. Call it only before another thread can reach the hub.
  @usableFromInline func feed(from upstream: any Disposable) { self.upstream = upstream }

  /// For a caller that is inside the gate already: an upstream stage or join.
  @inlinable var input: Observer<Value, Failure> {
    Observer(next: { self.deliver($0) }, end: { self.finish($0) })
  }

  // MARK: Observers

  @usableFromInline func add(_ observer: Observer<Value, Failure>) -> HubEntry<Value, Failure> {
    let entry = HubEntry(observer, self)
    add(entry)
    return entry
  }

  @usableFromInline func add(_ entry: HubEntry<Value, Failure>) {
    if gate.enter() {
      let isTooLate = hasEnded
      entry.isClaimed.store(true, ordering: .relaxed)
      if !isTooLate { linkClaimed(entry) }
      gate.leave()
      // Outside the gate, so that an observer that observes the same signal again when it is interrupted is interrupted
      // at once too (contract S5).
      if isTooLate { entry.interrupt() }
    } else {
      addDuringDelivery(entry)
    }
  }

  /// The event in delivery may cause more events of this stream before the posted message runs; the entry receives
  /// those events (contract S4).
  ///
  /// Out of line: otherwise each added observer would pay for looking up the generic metadata that this code needs.
  @inline(never) private func addDuringDelivery(_ entry: HubEntry<Value, Failure>) {
    Letter.push(Newcomer(entry, gate.dequeued.load(ordering: .acquiring)), on: newcomers)
    only.store(0, ordering: .relaxed)
    gate.post {
      self.linkNewcomers()
      self.link(entry)
    }
  }

  /// Inside the gate: links the observers that were added since the event in delivery was taken out of the queue. An
  /// observer that was added before that is linked by its own message, after the messages that were posted earlier.
  @usableFromInline func linkNewcomers() {
    if newcomers.load(ordering: .relaxed) == 0 { return }
    let turn = gate.dequeued.load(ordering: .acquiring)
    Letter.forEach(in: newcomers.exchange(0, ordering: .acquiring)) { letter in
      let newcomer = unsafeDowncast(letter, to: Newcomer<Value, Failure>.self)
      if newcomer.turn == turn { link(newcomer.entry) }
    }
    noteWhetherOnly()
  }

  /// Inside the gate, after the list has changed.
  @inline(__always) private func noteWhetherOnly() {
    let first = UInt(bitPattern: first?.toOpaque())
    let isOnly = first == UInt(bitPattern: last?.toOpaque()) && newcomers.load(ordering: .relaxed) == 0
    only.store(isOnly ? first : 0, ordering: .relaxed)
  }

  /// Inside the gate: an entry that may have been disposed of meanwhile.
  @usableFromInline func link(_ entry: HubEntry<Value, Failure>) {
    if entry.claim() { linkClaimed(entry) }
  }

  private func linkClaimed(_ entry: HubEntry<Value, Failure>) {
    guard entry.isActive.load(ordering: .relaxed), kind != .silent else { return entry.empty() }
    if hasEnded { return entry.interrupt() }
    let reference = Unmanaged.passRetained(entry)
    entry.isLinked = true
    entry.previous = last
    if let last { last._withUnsafeGuaranteedRef { $0.next = reference } } else { first = reference }
    last = reference
    noteWhetherOnly()
  }

  fileprivate func remove(_ entry: HubEntry<Value, Failure>) {
    if gate.enter() {
      unlink(entry)
      gate.leave()
    } else {
      gate.post { self.unlink(entry) }
    }
  }

  private func unlink(_ entry: HubEntry<Value, Failure>) {
    guard entry.isLinked else { return entry.empty() }
    let (previous, next) = (entry.previous, entry.next)
    if let previous { previous._withUnsafeGuaranteedRef { $0.next = next } } else { first = next }
    if let next { next._withUnsafeGuaranteedRef { $0.previous = previous } } else { last = previous }
    entry.isLinked = false
    entry.empty()
    noteWhetherOnly()
    Unmanaged.passUnretained(entry).release()
    detachIfForgotten()
  }

  /// For a root: from anywhere.
  @inlinable @inline(__always) func send(_ value: Value) {
    if gate.enter() {
      deliver(value)
      gate.leave()
    } else {
      sendLater(value)
    }
  }

  /// It uses the closure that `input` makes anyway. The optimiser merges two closures that do the same,
  /// each call takes a frame more then, and the returns of a long chain are no longer predicted: that
  /// halved the speed of ten stages.
  @inlinable @inline(never) func sendLater(_ value: Value) { gate.post(value, to: input.next) }

  // MARK: Delivery, inside the gate

  @inlinable @inline(__always) func deliver(_ value: Value) {
    // One observer is the usual case, and a long chain pays for it at each stage: no loop, nothing to
    // remember during the call.
    if let entry = UnsafeRawPointer(bitPattern: only.load(ordering: .relaxed)) {
      Unmanaged<HubEntry<Value, Failure>>.fromOpaque(entry)._withUnsafeGuaranteedRef { $0.send(value) }
    } else if first != nil || newcomers.load(ordering: .relaxed) != 0 {
      deliverToAll(value)
    }
  }

  @inlinable @inline(never) func deliverToAll(_ value: Value) {
    linkNewcomers()
    var entry = first
    while let current = entry {
      current._withUnsafeGuaranteedRef { $0.send(value) }
      entry = current._withUnsafeGuaranteedRef { $0.next }
    }
  }

  @usableFromInline func finish(_ termination: Termination<Failure>) {
    if hasEnded { return }
    linkNewcomers()
    hasEnded = true
    only.store(0, ordering: .relaxed)
    var entry = first
    while let current = entry?.takeUnretainedValue() {
      current.end(termination)
      entry = current.next
    }
    entry = first
    first = nil
    last = nil
    while let current = entry?.takeRetainedValue() {
      entry = current.next
      current.isLinked = false
      current.next = nil
      current.previous = nil
      current.empty()
    }
    dispose()
  }

  // MARK: Lifetime

  /// Whether the hub has let go of what feeds it. Inside the gate.
  @usableFromInline var isDisposed: Bool { upstream == nil }

  /// Lets go of what feeds the hub. Inside the gate.
  @usableFromInline func dispose() {
    let upstream = self.upstream
    self.upstream = nil
    upstream?.dispose()
  }

  /// The last reference to the stream is gone, so no further observer can be added.
  @usableFromInline func becomeUnreachable() {
    guard kind == .derived else { return }
    gate.run { [self] in
      isReachable = false
      detachIfForgotten()
    }
  }

  private func detachIfForgotten() {
    if kind == .derived, first == nil, !isReachable { dispose() }
  }
}

/// One observer in a hub.
///
/// Sendable because everything but the atomics is touched only inside the gate of the hub, or by the thread that has
/// claimed an entry which is not in the list yet.
@usableFromInline final class HubEntry<Value: Sendable, Failure: Error>: Disposable, @unchecked Sendable {
  @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>
  @usableFromInline let hub: Hub<Value, Failure>
  @usableFromInline let isActive = Atomic<Bool>(true)
  /// Whether the hub has put the entry into its list, or the entry was disposed of before that.
  fileprivate let isClaimed = Atomic<Bool>(false)
  @exclusivity(unchecked) @usableFromInline var isLinked = false
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<HubEntry>?
  @exclusivity(unchecked) @usableFromInline var previous: Unmanaged<HubEntry>?

  @usableFromInline init(_ observer: Observer<Value, Failure>, _ hub: Hub<Value, Failure>) {
    sink = .live(observer)
    self.hub = hub
  }

  @usableFromInline var isDisposed: Bool { !isActive.load(ordering: .relaxed) }

  /// Removes the observer. From here on the observer receives nothing more (contract S4).
  ///
  /// If it still waits to be put into the list, its captures are released here: the queue may be long (contract D4).
  @usableFromInline func dispose() {
    guard isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    if claim() { empty() } else { hub.remove(self) }
  }

  /// Whether an entry that is not in the list belongs to the caller from here on: to link it, or to empty it.
  fileprivate func claim() -> Bool {
    !isClaimed.load(ordering: .acquiring) && !isClaimed.exchange(true, ordering: .acquiringAndReleasing)
  }

  @inlinable @inline(__always) func send(_ value: Value) {
    guard isActive.load(ordering: .relaxed) else { return }
    switch sink {
    case .live(let observer): observer.next(value)
    case .gone: break
    }
  }

  fileprivate func end(_ termination: Termination<Failure>) {
    guard isActive.exchange(false, ordering: .acquiringAndReleasing) else { return }
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
    if !isLinked { empty() }
  }

  /// Out of line: in generic code a termination on the stack costs a metadata look-up on entry, and the
  /// usual path must not pay for it.
  @inline(never) fileprivate func interrupt() { end(.interrupted) }

  fileprivate func empty() { sink = .gone }
}

/// An observer that was added while an event was being delivered.
private final class Newcomer<Value: Sendable, Failure: Error>: Letter {
  let entry: HubEntry<Value, Failure>
  /// Which event that was.
  let turn: UInt32

  init(_ entry: HubEntry<Value, Failure>, _ turn: UInt32) {
    self.entry = entry
    self.turn = turn
  }
}

/// Shared by the copies of a signal. When the last copy is gone, no further observer can be added.
@usableFromInline final class HubHandle<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let hub: Hub<Value, Failure>

  @usableFromInline init(_ hub: Hub<Value, Failure>) { self.hub = hub }

  deinit { hub.becomeUnreachable() }
}

/// The input of a root hub. When the last reference to the input is gone, no further event can be sent (contract S6).
@usableFromInline final class HubInput<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let hub: Hub<Value, Failure>
  private let lifetime: Lifetime

  /// `lifetime` is the gate of the hub.
  @usableFromInline init(_ hub: Hub<Value, Failure>, _ lifetime: Lifetime) {
    self.hub = hub
    self.lifetime = lifetime
  }

  deinit { end(.interrupted) }

  @inlinable var observer: Observer<Value, Failure> {
    Observer(next: { self.hub.send($0) }, end: { self.end($0) })
  }

  @usableFromInline func end(_ termination: Termination<Failure>) {
    let (hub, lifetime) = (self.hub, self.lifetime)
    hub.gate.run {
      hub.finish(termination)
      lifetime.end()
    }
  }
}
