extension PropertyNode {
  /// The changes, pushed.
  @inlinable package func signal(keeping feed: (any Sendable & AnyObject)?) -> Signal<Value, Never> {
    let subscription = Subscription()
    let derived = ObserverList<Value, Never>(gate: subscription, kind: .derived)
    derived.feed(from: subscription)
    attach(observer(PropertyListener(derived.input, keeping: feed), for: subscription)) {
      $0.property.beginWithNext($0)
    }
    return Signal(.push(ObserverListHandle(derived)))
  }

  /// The current value at once, then the changes.
  ///
  /// The value is delivered inside the gate of the start. A change that arrives meanwhile is enqueued there, and one that
  /// is not newer than what has been delivered is dropped (contract R2). What the observer reads is no dependency of a
  /// property that is being computed around this call (contract R7).
  @inlinable package func attach(
    _ observer: consuming Observer<Value, Never>, _ subscription: Subscription,
    keeping feed: (any Sendable & AnyObject)?
  ) {
    attach(self.observer(PropertyListener(consume observer, keeping: feed), for: subscription)) { observer in
      Wave.deliveringFirst { observer.property.beginWithNewest(observer) }
    }
  }

  /// Calls `begin` inside the gate of the start.
  @inlinable @inline(__always) func attach(
    _ observer: PropertyObserver<Value>, _ begin: @escaping (PropertyObserver<Value>) -> Void
  ) {
    let subscription = observer.start
    listIfRecorded()
    // Without `run`, whose closure takes memory even if the gate is free.
    if subscription.enterToOpen() {
      subscription.noteSource { observer.receiver.end(.interrupted) }
      if !subscription.isStopped { begin(observer) }
      subscription.leave()
    } else if subscription.openLate({ observer.receiver.end(.interrupted) }) {
      subscription.run { if !subscription.isStopped { begin(observer) } }
    }
  }

  /// Inside the gate of the start.
  @inlinable func beginWithNewest(_ observer: PropertyObserver<Value>) {
    beginObserving(observer) { deliverNewest(to: observer, after: nil, &$0) }
  }

  /// Inside the gate of the start: the observer receives changes, from the next one on.
  @inlinable func beginWithNext(_ observer: PropertyObserver<Value>) {
    Frame.untracked {
      beginObserving(observer) { leftAt in
        // What is computed announces its changes only once it has been computed.
        let version = record.pointee.isComputed ? newest(&leftAt).version : nil
        observer.received = version ?? cell.version
      }
    }
  }

  /// Inside the gate of the start: from now on the observer is notified of changes, which come after what `begin` does.
  ///
  /// - Parameter begin: Says whether other threads announce what it has not delivered, as ``newest(_:)`` does.
  @inlinable func beginObserving(_ observer: PropertyObserver<Value>, _ begin: (inout UInt64?) -> Void) {
    let isFinal = PropertyGraph.beginObserving(observer)
    observer.start.add(observer)
    var leftAt: UInt64?
    begin(&leftAt)
    if let leftAt {
      PropertyGraph.settle(leftAt: leftAt)
    } else if record.pointee.isComputed {
      // A change that is just being made has perhaps looked at the node before this thread brought it up to date, and
      // left it to this thread.
      PropertyGraph.waitForChange()
      if !record.isCurrent { PropertyGraph.announce(record) }
    }
    if isFinal { PropertyListener.complete(observer) }
  }

  /// Inside the gate of the start: delivers the value as of now, if it is a change after `last`.
  @inlinable func deliverNewest(
    to observer: PropertyObserver<Value>, after last: Value?, _ leftAt: inout UInt64?
  ) {
    let (value, version) = newest(&leftAt)
    let isKnown = last.map { equality.holdsUntracked($0, value) } ?? false
    if let version {
      PropertyListener.deliverStored(value, version, to: observer, isKnown: isKnown)
    } else {
      PropertyListener.deliver(isKnown ? nil : value, to: observer) { [self] in
        var leftAt: UInt64?
        deliverNewest(to: $0, after: value, &leftAt)
        if let leftAt { PropertyGraph.settle(leftAt: leftAt) }
      }
    }
  }
}
