extension EventSource {
  /// For ``attach(_:_:below:as:)``, while subscriptions are recorded.
  @usableFromInline @inline(never) package func attachRecorded(
    _ observer: Observer<Value, Failure>, _ child: Subscription, below join: Gate, as operation: StaticString
  ) {
    #if hasFeature(Embedded)
      attach(observer, child)
    #else
      let owner = SubscriptionRecord.nearest(to: join) ?? RecordedSubscription.current
      let record = SubscriptionRecord.add(
        .inner, owner?.place ?? .unknown, of: Value.self,
        isPushed: (self as? any KnownDrive)?.isPushed ?? false, gate: child, below: owner,
        operation: operation)
      SubscriptionRecord.rows(below: join)?.add(record, child, below: join)
      record.asParent { attach(RecordedObservation(record, above: observer).observer, child) }
    #endif
  }
}

extension Subscription {
  /// Runs a generator: what it starts has what is recorded of this start as its parent.
  @usableFromInline @inline(never) func asRecordedParent(_ body: () -> Void) {
    #if hasFeature(Embedded)
      body()
    #else
      if let record = SubscriptionRecord.nearest(to: self) { record.asParent(body) } else { body() }
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
