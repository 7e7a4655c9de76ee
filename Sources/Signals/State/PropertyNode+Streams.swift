/// The observers of a property, and the gate that puts its changes into one order. Made when it is observed first.
@usableFromInline final class ChangeObservers<Value: Sendable>: ValueObservers {
  @usableFromInline let outlet: ChangeGate<Value>
  @usableFromInline let observers: ChangeGate<Value>.Observers

  @usableFromInline init(deliversEach: Bool) {
    outlet = ChangeGate(deliversEach: deliversEach)
    observers = ObserverList(gate: outlet, kind: .root)
  }

  @inlinable @inline(__always) func notify(_ value: Value, _ version: UInt64) {
    let change = Change(value, version)
    if outlet.enter() {
      outlet.deliver(change, to: observers)
      outlet.leave()
    } else {
      notifyLater(change)
    }
  }

  @inlinable @inline(__always) func hasNotified(_ version: UInt64) -> Bool { outlet.hasDelivered(version) }

  @inlinable @inline(never) func notifyLater(_ change: Change<Value>) {
    outlet.post(change) { [self] in outlet.deliver($0, to: observers) }
  }

  /// Inside the gate: adds an observer of what comes after `version`.
  @usableFromInline func link(
    _ entry: ObserverNode<Change<Value>, Never>, after version: UInt64, isFirst: Bool
  ) {
    outlet.begin(after: version, isFirst: isFirst, observers)
    observers.link(entry)
  }

  @usableFromInline func notifyEnd() {
    outlet.run { [observers] in observers.finish(.completed) }
  }
}

/// One observer of a property, which keeps it.
@usableFromInline final class PropertySubscription<Value: Sendable>: Disposable {
  private let node: PropertyNode<Value>
  private let entry: ObserverNode<Change<Value>, Never>
  private let isOver = Flag()

  @usableFromInline init(_ node: PropertyNode<Value>, _ entry: ObserverNode<Change<Value>, Never>) {
    self.node = node
    self.entry = entry
  }

  @usableFromInline var isDisposed: Bool { isOver.isSet }

  @usableFromInline func dispose() {
    guard isOver.set() else { return }
    entry.dispose()
    node.endObserving()
  }
}

extension PropertyNode {
  @inlinable var changeObservers: ChangeObservers<Value> {
    observers { ChangeObservers<Value>(deliversEach: !record.pointee.isComputed) }
  }

  /// Adds an observer of changes, from the next one on.
  @inlinable func subscribe(
    _ observer: Observer<Change<Value>, Never>, to changeObservers: ChangeObservers<Value>
  )
    -> any Disposable
  {
    let observed = beginObserving()
    let entry = ObserverNode(observer, changeObservers.observers)
    // What is computed announces its changes only once it has been computed.
    let version = record.pointee.isComputed ? newest().version ?? cell.version : observed.version
    changeObservers.outlet.run { [changeObservers] in
      changeObservers.link(entry, after: version, isFirst: observed.isFirst)
    }
    if record.pointee.isComputed, !record.isCurrent { PropertyGraph.announce(record) }
    if observed.isFinal { changeObservers.notifyEnd() }
    return PropertySubscription(self, entry)
  }

  /// The changes, pushed.
  @inlinable func signal(keeping feed: (any Sendable & AnyObject)?) -> Signal<Value, Never> {
    Frame.untracked {
      let changeObservers = changeObservers
      let derived = ObserverList<Value, Never>(gate: changeObservers.outlet, kind: .derived)
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
    subscription.run { [self] in
      if subscription.isStopped { return }
      Wave.deliveringFirst {
        subscription += subscribe(
          Observer(next: { listener.receive($0) }, end: { _ in listener.complete() }), to: changeObservers)
        deliverNewest(to: listener, after: nil)
      }
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
