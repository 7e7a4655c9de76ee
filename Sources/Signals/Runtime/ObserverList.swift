import Synchronization

/// The observers of a push stream, in the order in which they were attached.
///
/// A list of entries threaded through themselves: adding and removing cost the same however many
/// there are, and nothing is copied or retained to deliver a value. The list changes only inside the
/// gate, therefore never while it is walked: ObserverList+Changes.swift.
///
/// A *root* list owns its gate. The list of a *derived* stream shares the gate of its root, because its
/// upstream delivers from inside it: a chain of ten stages enters one gate, not ten.
///
/// Sendable because everything mutable is touched only inside the gate.
@usableFromInline final class ObserverList<Value: Sendable, Failure: Error>: Disposable, @unchecked Sendable {
  /// How long a list stays attached to what feeds it.
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
  /// How many stages there are between the list and the root, in the end from 0 again.
  @usableFromInline let stages: UInt8
  @exclusivity(unchecked) var hasEnded = false
  @exclusivity(unchecked) var isReachable = true
  /// Has three meanings, by its lowest bit and whether it is 0:
  ///
  ///     0             look at `first`: there is no entry, or several, or one that was disposed of
  ///     address + 1   of the only entry, while it is active: a value goes there at once
  ///     address       of the newest `PendingObserver` ──previous──► PendingObserver ──previous──► 0
  ///
  /// Any thread adds an observer during a delivery, and clears the word when it disposes of the only entry. The rest is
  /// done inside the gate. While that is free there is no `PendingObserver`, and an address + 1 is that of `first`, which
  /// has no `next`.
  @usableFromInline let front = Atomic<UInt>(0)
  /// Its `previous` is the last entry.
  @exclusivity(unchecked) @usableFromInline var first: Unmanaged<ObserverNode<Value, Failure>>?
  /// What feeds a derived list.
  @exclusivity(unchecked) var upstream: LifetimeMember?

  @inlinable package init(gate: Gate, kind: Kind, stages: UInt8 = 0) {
    self.gate = gate
    self.kind = kind
    self.stages = stages
  }

  /// Sets what feeds the list. Call it only before another thread can reach the list.
  @usableFromInline func feed(from upstream: LifetimeMember) { self.upstream = upstream }

  /// For a caller that is inside the gate already: an upstream stage or join.
  ///
  /// Not inlined, so that there is one such closure for all types, which passes on the address of a value.
  @usableFromInline var input: Observer<Value, Failure> {
    Observer(next: { self.deliver($0) }, end: { self.finish($0) })
  }

  /// The same above a stage that passes on ends as they are, and of each value what `rule` makes of it: the optimiser makes
  /// the rule a part of this closure, so that there is no call in between.
  @inlinable @inline(__always) func input<Rule: ValueRule>(
    through rule: Rule
  ) -> Observer<Rule.Input, Failure> where Rule.Output == Value {
    Observer(next: { rule.pass($0) { self.deliver($0) } }, end: { self.finish($0) })
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
    // One observer is the usual case, once per stage of a long chain: no loop, no state during the call.
    let front = front.load(ordering: .relaxed)
    if front % 2 != 0 {
      Unmanaged<ObserverNode<Value, Failure>>(at: front - 1)._withUnsafeGuaranteedRef {
        $0.sendToActive(value)
      }
    } else if first != nil || front != 0 {
      deliverToAll(value)
    }
  }

  @inlinable @inline(never) func deliverToAll(_ value: Value) {
    linkPendingObservers()
    var entry = first
    while let current = entry {
      current._withUnsafeGuaranteedRef { $0.send(value) }
      entry = current._withUnsafeGuaranteedRef { $0.next }
    }
  }

  @usableFromInline func finish(_ termination: Termination<Failure>) {
    if hasEnded { return }
    linkPendingObservers()
    hasEnded = true
    var entry = first
    while let current = entry?.takeUnretainedValue() {
      current.end(termination)
      entry = current.next
    }
    entry = first
    first = nil
    noteWhetherOnly()
    while let current = entry?.takeRetainedValue() {
      entry = current.next
      current.next = nil
      current.previous = nil
      current.empty()
    }
    dispose()
  }

  // MARK: Lifetime

  /// Whether the list has disposed of what feeds it. Inside the gate.
  @usableFromInline var isDisposed: Bool { upstream == nil }

  /// Disposes of what feeds the list. Inside the gate.
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
      detachIfUnreferenced()
    }
  }

  func detachIfUnreferenced() {
    if kind == .derived, first == nil, !isReachable { dispose() }
  }
}

/// The input of a root list. When the last reference to the input is gone, no further event can be sent (contract S6).
@usableFromInline final class ObserverListInput<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let list: ObserverList<Value, Failure>
  private let lifetime: Lifetime

  /// `lifetime` is the gate of the list.
  @usableFromInline init(_ list: ObserverList<Value, Failure>, _ lifetime: Lifetime) {
    self.list = list
    self.lifetime = lifetime
  }

  deinit { end(.interrupted) }

  @inlinable var observer: Observer<Value, Failure> {
    Observer(next: { self.list.send($0) }, end: { self.end($0) })
  }

  @usableFromInline func end(_ termination: Termination<Failure>) {
    let (list, lifetime) = (self.list, self.lifetime)
    list.gate.run {
      list.finish(termination)
      lifetime.end()
    }
  }
}

/// One observer in a list.
///
/// Sendable because everything but the atomics is touched only inside the gate of the list, or by the thread that has
/// claimed an entry which is not in the list yet.
@usableFromInline
final class ObserverNode<Value: Sendable, Failure: Error>: LifetimeMember,
  @unchecked Sendable
{
  @exclusivity(unchecked) @usableFromInline var sink: Sink<Value, Failure>
  /// The list, whether the observer was disposed of or has received the end, and whether the entry is claimed: the list
  /// has put it into its list, or the entry was disposed of before that.
  @usableFromInline let state: FlaggedReference
  @exclusivity(unchecked) @usableFromInline var next: Unmanaged<ObserverNode>?
  /// In the list the previous entry; of the first one, the last. Outside of it nil.
  @exclusivity(unchecked) @usableFromInline var previous: Unmanaged<ObserverNode>?

  @usableFromInline init(
    _ observer: consuming Observer<Value, Failure>, _ list: consuming ObserverList<Value, Failure>
  ) {
    sink = .live(consume observer)
    state = FlaggedReference(consume list)
  }

  @usableFromInline override var isDisposed: Bool { state.isSet(.isOver) }

  var isLinked: Bool { previous != nil }

  /// Removes the observer. From here on the observer receives nothing more (contract S4).
  ///
  /// If it still waits to be put into the list, its captures are released here: the queue may be long (contract D4).
  @usableFromInline override func dispose() {
    let isFirst = state.set(.isOver)
    state.withObject(as: ObserverList<Value, Failure>.self) { list in
      // Also on a thread that finds another one disposing of it: what this one sends after it has returned must not
      // arrive.
      list.noteDisposed(.passUnretained(self))
      guard isFirst else { return }
      if claim() { empty() } else { list.remove(self) }
    }
  }

  override func comeFirst(_ place: FirstPlace) -> [AnyObject] {
    var source: LifetimeMember?
    state.withObject(as: ObserverList<Value, Failure>.self) {
      source = $0.putFirst(self, place)
    }
    return source.map { [$0] } ?? []
  }

  /// Whether an entry that is not in the list belongs to the caller from here on: to link it, or to empty it.
  func claim() -> Bool {
    !state.isSet(.isClaimed) && state.set(.isClaimed)
  }

  @inlinable @inline(__always) func send(_ value: Value) {
    if !state.wasSet(.isOver) { sendToActive(value) }
  }

  /// To an entry that was active a moment ago: what a thread disposes of now may still receive a value in flight.
  @inlinable @inline(__always) func sendToActive(_ value: Value) {
    switch sink {
    case .live(let observer): observer.next(value)
    case .gone: break
    }
  }

  func end(_ termination: Termination<Failure>) {
    guard state.set(.isOver) else { return }
    switch sink {
    case .live(let observer): observer.end(termination)
    case .gone: break
    }
    if !isLinked { empty() }
  }

  /// Out of line: in generic code a termination on the stack costs a metadata look-up on entry, and the
  /// usual path must not pay for it.
  @inline(never) func interrupt() { end(.interrupted) }

  func empty() { sink = .gone }
}

extension FlaggedReference.Flag {
  @inlinable static var isOver: Self { .first }
  @inlinable static var isClaimed: Self { .second }
  static var comesFirst: Self { .third }
}

/// Shared by the copies of a signal. When the last copy is gone, no further observer can be added.
@usableFromInline package final class ObserverListHandle<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let list: ObserverList<Value, Failure>

  @usableFromInline init(_ list: ObserverList<Value, Failure>) { self.list = list }

  deinit { list.becomeUnreachable() }
}
