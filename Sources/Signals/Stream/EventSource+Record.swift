extension EventSource {
  /// Attaches a source of a join, which is recorded below what is recorded of the join.
  ///
  /// - Parameter operation: What attaches it: a join that is written with one function says nothing.
  @inlinable @inline(__always) package func attach(
    _ observer: Observer<Value, Failure>, _ child: Subscription, below join: Gate, as operation: StaticString
  ) {
    if LiveSubscriptions.areRecorded {
      attachRecorded(observer, child, below: join, as: operation)
    } else {
      attach(observer, child)
    }
  }

  @usableFromInline @inline(never) package func attachRecorded(
    _ observer: Observer<Value, Failure>, _ child: Subscription, below join: Gate, as operation: StaticString
  ) {
    #if hasFeature(Embedded)
      attach(observer, child)
    #else
      let owner = SubscriptionRecord.nearest(to: join) ?? RecordedSubscription.current
      let observation = SubscriptionRecord.add(
        .inner, owner?.place ?? .unknown, of: Value.self,
        isPushed: (self as? any KnownDrive)?.isPushed ?? false, gate: child, below: owner,
        operation: operation)
      SubscriptionRecord.rows(below: join)?.add(observation.record, child, below: join)
      observation.record.asParent { attach(observation.observer(above: observer), child) }
    #endif
  }
}

#if !hasFeature(Embedded)
  /// A source that can say whether it is pushed.
  protocol KnownDrive {
    var isPushed: Bool { get }
  }

  extension EventStream: KnownDrive {
    var isPushed: Bool { D.pushes }
  }
#endif
