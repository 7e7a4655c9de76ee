/// The observers of a property, and the gate that puts its changes into one order. Made when it is observed first.
@usableFromInline final class ChangeObservers<Value: Sendable>: ValueObservers {
  @usableFromInline let gate: ChangeGate<Value>
  @usableFromInline let observers: ChangeGate<Value>.Observers

  @inlinable init(deliversEach: Bool) {
    gate = ChangeGate(deliversEach: deliversEach)
    observers = ObserverList(gate: gate, kind: .root)
  }

  @inlinable @inline(__always) func notify(_ value: Value, _ version: UInt64) {
    let change = Change(value, version)
    if gate.enter() {
      gate.deliver(change, to: observers)
      gate.leave()
    } else {
      notifyLater(change)
    }
  }

  @inlinable @inline(__always) func hasNotified(_ version: UInt64) -> Bool { gate.hasDelivered(version) }

  @inlinable @inline(never) func notifyLater(_ change: Change<Value>) {
    gate.post(change) { [self] in gate.deliver($0, to: observers) }
  }

  /// Adds an observer of what comes after `version`.
  ///
  /// Without `gate.run`, whose closure takes memory even if the gate is free.
  @inlinable func add(_ entry: ObserverNode<Change<Value>, Never>, after version: UInt64, isFirst: Bool) {
    if gate.enter() {
      link(entry, after: version, isFirst: isFirst)
      gate.leave()
    } else {
      gate.post { [self] in link(entry, after: version, isFirst: isFirst) }
    }
  }

  /// Inside the gate.
  @usableFromInline func link(
    _ entry: ObserverNode<Change<Value>, Never>, after version: UInt64, isFirst: Bool
  ) {
    gate.begin(after: version, isFirst: isFirst, observers)
    observers.link(entry)
  }

  @usableFromInline func notifyEnd() {
    gate.run { [observers] in observers.finish(.completed) }
  }
}

/// One observer of a property, which keeps it.
@usableFromInline typealias PropertySubscription<Value: Sendable> = Observation<
  Change<Value>, PropertyNode<Value>
>

extension PropertyNode {
  @inlinable var changeObservers: ChangeObservers<Value> {
    observers { ChangeObservers<Value>(deliversEach: !record.pointee.isComputed) }
  }

  /// Adds an observer of changes, from the next one on.
  @inlinable func subscribe(
    _ observer: Observer<Change<Value>, Never>, to changeObservers: ChangeObservers<Value>
  ) -> PropertySubscription<Value> {
    let observed = beginObserving()
    let entry = ObserverNode(observer, changeObservers.observers)
    // What is computed announces its changes only once it has been computed.
    let version = record.pointee.isComputed ? newest().version ?? cell.version : observed.version
    changeObservers.add(entry, after: version, isFirst: observed.isFirst)
    if record.pointee.isComputed {
      // A change that is just being made has perhaps looked at the node before this thread brought it up to date, and
      // left it to this thread.
      PropertyGraph.waitForChange()
      if !record.isCurrent { PropertyGraph.announce(record) }
    }
    if observed.isFinal { changeObservers.notifyEnd() }
    return PropertySubscription(of: self, entry) { $0.endObserving() }
  }

  /// The changes, pushed.
  @inlinable func signal(keeping feed: (any Sendable & AnyObject)?) -> Signal<Value, Never> {
    Frame.untracked {
      let changeObservers = changeObservers
      let derived = ObserverList<Value, Never>(gate: changeObservers.gate, kind: .derived)
      let subscription = subscribe(
        Observer(
          next: { derived.deliver($0.value) },
          end: { [feed] _ in withExtendedLifetime(feed) { derived.finish(.completed) } }),
        to: changeObservers)
      derived.feed(from: subscription)
      return Signal(.push(ObserverListHandle(derived)))
    }
  }

  /// The current value at once, then the changes.
  ///
  /// The value is delivered inside the gate of the start. A change that arrives meanwhile is enqueued there, and one that
  /// is not newer than what has been delivered is dropped (contract R2). What the observer reads is no dependency of a
  /// property that is being computed around this call (contract R7).
  @inlinable func attach(
    _ observer: Observer<Value, Never>, _ subscription: Subscription,
    keeping feed: (any Sendable & AnyObject)?
  ) {
    let listener = PropertyListener(observer, subscription, keeping: feed)
    guard subscription.open({ listener.interrupt() }) else { return }
    // Without `run`, as in `ChangeObservers.add`.
    if subscription.enter() {
      begin(listener)
      subscription.leave()
    } else {
      subscription.post { [self] in begin(listener) }
    }
  }

  /// Inside the gate of the start.
  @inlinable func begin(_ listener: PropertyListener<Value>) {
    let subscription = listener.subscription
    if subscription.isStopped { return }
    Wave.deliveringFirst {
      subscription.add(
        subscribe(
          Observer(next: { listener.receive($0) }, end: { _ in listener.complete() }), to: changeObservers))
      deliverNewest(to: listener, after: nil)
    }
  }

  /// Inside the gate of the start: delivers the value as of now, if it is a change after `last`.
  @inlinable func deliverNewest(to listener: PropertyListener<Value>, after last: Value?) {
    let (value, version) = newest()
    let isKnown = last.map { equality.holdsUntracked($0, value) } ?? false
    if let version {
      listener.deliverStored(Change(value, version), isKnown: isKnown)
    } else {
      listener.deliver(isKnown ? nil : value) { [self] in deliverNewest(to: $0, after: value) }
    }
  }
}
