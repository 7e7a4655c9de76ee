extension EventStream {
  @inlinable func flatMapSwitching<Inner: EventSource>(
    _ transform: @escaping @Sendable (Value) -> Inner
  ) -> EventStream<D, Inner.Value, Failure> where Inner.Failure == Failure {
    join { (junction: Junction<Inner.Value, Failure>) in
      let switching = Switching(junction)
      let slot = SerialDisposable()
      junction.subscription += slot
      junction.connectOuter(
        self,
        next: { value in
          let inner = transform(value)
          let subscription = InnerSubscription(SwitchedInner(switching))
          slot.replaceSubscription(with: subscription)
          inner.attach(
            subscription.observer, subscription, below: junction.subscription, as: "flatMap(.latest)")
        },
        end: switching.endOuter)
    }
  }
}

/// What the inner streams of a switch share.
@usableFromInline final class Switching<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let join: Unretained<Subscription>
  /// The number of the newest inner stream, the only one whose events pass. Written by the outer stream, whose values
  /// come one at a time.
  @usableFromInline let newest = Counter()
  /// The number of the latest inner stream that has ended while it was the newest.
  @usableFromInline let ended = GateBox(0)
  @usableFromInline let isOuterOver = GateBox(false)

  @inlinable init(_ junction: Junction<Value, Failure>) {
    self.junction = junction
    join = Unretained(junction.subscription)
  }

  /// Inside the gate: the newest inner stream has ended.
  @inlinable func endInner(_ termination: Termination<Failure>, _ id: Int) {
    ended.value = id
    let termination = termination.ofInner
    if !termination.isCompleted || isOuterOver.value { finish(termination) }
  }

  /// Inside the gate.
  @inlinable func endOuter(_ termination: Termination<Failure>) {
    isOuterOver.value = true
    if !termination.isCompleted || ended.value == newest.value { finish(termination) }
  }

  /// By itself: it is called once, and what is called for each inner stream must not grow by it.
  @inlinable @inline(never) func finish(_ termination: Termination<Failure>) { junction.finish(termination) }
}

/// One inner stream of a switch.
@usableFromInline struct SwitchedInner<Value: Sendable, Failure: Error>: InnerOutlet {
  @usableFromInline let switching: Switching<Value, Failure>
  @usableFromInline let id: Int

  @inlinable var join: Unretained<Subscription> { switching.join }

  /// From here on the events of the inner stream before are ignored.
  @inlinable init(_ switching: Switching<Value, Failure>) {
    self.switching = switching
    id = switching.newest.advance()
  }

  @inlinable func send(_ value: Value) {
    if switching.newest.value == id { switching.junction.next(value) }
  }

  @inlinable func end(_ termination: Termination<Failure>) {
    if switching.newest.value == id { switching.endInner(termination, id) }
  }
}
