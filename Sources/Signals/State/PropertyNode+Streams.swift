/// The observers of a property, and the gate that puts its changes into one order. Made when it is observed first.
@usableFromInline final class PropertyHub<Value: Sendable>: ValueObservers {
  @usableFromInline let outlet: Outlet<Value>
  @usableFromInline let observers: Outlet<Value>.Observers

  @usableFromInline init(deliversEach: Bool) {
    outlet = Outlet(deliversEach: deliversEach)
    observers = Hub(gate: outlet, kind: .root)
  }

  @inlinable @inline(__always) func tell(_ value: Value, _ version: UInt64) {
    let change = Change(value, version)
    if outlet.enter() {
      outlet.deliver(change, to: observers)
      outlet.leave()
    } else {
      tellLater(change)
    }
  }

  @inlinable @inline(__always) func hasTold(_ version: UInt64) -> Bool { outlet.hasDelivered(version) }

  @inlinable @inline(never) func tellLater(_ change: Change<Value>) {
    outlet.post(change) { [self] in outlet.deliver($0, to: observers) }
  }

  /// Inside the gate: adds an observer of what comes after `version`.
  @usableFromInline func link(_ entry: HubEntry<Change<Value>, Never>, after version: UInt64, isFirst: Bool) {
    outlet.begin(after: version, isFirst: isFirst, observers)
    observers.link(entry)
  }

  @usableFromInline func tellEnd() {
    outlet.run { [observers] in observers.finish(.completed) }
  }
}

/// One observer of a property, which keeps it.
@usableFromInline final class PropertySubscription<Value: Sendable>: Disposable {
  private let node: PropertyNode<Value>
  private let entry: HubEntry<Change<Value>, Never>
  private let isOver = Flag()

  @usableFromInline init(_ node: PropertyNode<Value>, _ entry: HubEntry<Change<Value>, Never>) {
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
  @inlinable var hub: PropertyHub<Value> {
    observers { PropertyHub<Value>(deliversEach: !record.pointee.isComputed) }
  }

  /// Adds an observer of changes, from the next one on.
  @inlinable func subscribe(_ observer: Observer<Change<Value>, Never>, to hub: PropertyHub<Value>)
    -> any Disposable
  {
    let observed = beginObserving()
    let entry = HubEntry(observer, hub.observers)
    // What is computed announces its changes only once it has been computed.
    let version = record.pointee.isComputed ? newest().version ?? cell.version : observed.version
    hub.outlet.run { [hub] in hub.link(entry, after: version, isFirst: observed.isFirst) }
    if record.pointee.isComputed, !record.isCurrent { PropertyGraph.announce(record) }
    if observed.isFinal { hub.tellEnd() }
    return PropertySubscription(self, entry)
  }

  /// The changes, pushed.
  @inlinable func signal(keeping feed: (any Sendable & AnyObject)?) -> Signal<Value, Never> {
    Frame.untracked {
      let hub = hub
      let derived = Hub<Value, Never>(gate: hub.outlet, kind: .derived)
      let subscription = subscribe(
        Observer(
          next: { derived.deliver($0.value) },
          end: { [feed] _ in withExtendedLifetime(feed) { derived.finish(.completed) } }),
        to: hub)
      derived.feed(from: subscription)
      return Signal(.push(HubHandle(derived)))
    }
  }

  /// The current value at once, then the changes.
  ///
  /// The value is delivered inside the gate of the start. A change that arrives meanwhile is enqueued there, and one that
  /// is not newer than what has been delivered is dropped (contract R2). What the observer reads is no dependency of a
  /// property that is being computed around this call (contract R7).
  @inlinable func attach(
    _ observer: Observer<Value, Never>, _ start: Start, keeping feed: (any Sendable & AnyObject)?
  ) {
    let listener = PropertyListener(observer, start, keeping: feed)
    guard start.open({ listener.interrupt() }) else { return }
    start.run { [self] in
      if start.isStopped { return }
      Wave.tellingFirst {
        start += subscribe(
          Observer(next: { listener.hear($0) }, end: { _ in listener.complete() }), to: hub)
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
