extension EventStream {
  /// A stream with several sources, or with one and a clock: what a join is made of. It has the drive
  /// of the receiver.
  ///
  /// - Parameter send: Schedules a job where the join sends. A disposal interrupts the observers below there, too
  ///   (contract T1); without it, on the thread that disposes.
  @inlinable package func join<NewValue: Sendable, NewFailure: Error>(
    sendingBy send: Gate.JobSender? = nil,
    _ body: @escaping @Sendable (Junction<NewValue, NewFailure>) -> Void
  ) -> EventStream<D, NewValue, NewFailure> {
    switch storage {
    case .pull, .row: EventStream<D, NewValue, NewFailure>(pulledJoin: body, sendingBy: send)
    case .push: EventStream<D, NewValue, NewFailure>(pushedJoin: body)
    }
  }

  /// A join without a receiver.
  @inlinable package static func join(
    sendingBy send: Gate.JobSender? = nil, _ body: @escaping @Sendable (Junction<Value, Failure>) -> Void
  ) -> Self {
    D.pushes ? Self(pushedJoin: body) : Self(pulledJoin: body, sendingBy: send)
  }

  @usableFromInline init(
    pulledJoin body: @escaping @Sendable (Junction<Value, Failure>) -> Void,
    sendingBy send: Gate.JobSender? = nil
  ) {
    self.init(
      .pull { observer, subscription in
        let interrupt: @Sendable () -> Void = { observer.end(.interrupted) }
        let isInTime =
          if let send {
            subscription.open { subscription.sendJob(by: send, interrupt) }
          } else {
            subscription.open(interrupt)
          }
        guard isInTime else { return }
        body(Junction(subscription: subscription, below: observer, next: observer.next))
      })
  }

  @usableFromInline init(pushedJoin body: @escaping @Sendable (Junction<Value, Failure>) -> Void) {
    let subscription = Subscription()
    let list = ObserverList<Value, Failure>(gate: subscription, kind: .derived)
    list.feed(from: subscription)
    let handle = ObserverListHandle(list)
    body(Junction(subscription: subscription, below: list.input, next: { list.deliver($0) }))
    self.init(.push(handle))
  }
}

/// Where several sources meet: the gate that puts their events into one order, the lifetime they are
/// attached for, and the observer below.
@usableFromInline package struct Junction<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline package let subscription: Subscription
  /// For a source that takes the place of the join.
  @usableFromInline let below: Observer<Value, Failure>
  /// Passes a value on. For handlers that run inside the gate, after a check that the start is not stopped. So an observer
  /// that was disposed of receives nothing as long as a handler sends one value at most.
  @usableFromInline package let next: @Sendable (Value) -> Void

  @inlinable package init(
    subscription: Subscription, below: Observer<Value, Failure>, next: @escaping @Sendable (Value) -> Void
  ) {
    self.subscription = subscription
    self.below = below
    self.next = next
  }

  /// Both for such handlers. The closure for the end takes memory, so a handler that ends the join itself calls
  /// ``finish(_:)``.
  @inlinable package var output: Observer<Value, Failure> { Observer(next: next, end: { finish($0) }) }

  /// Inside the gate: ends the stream below.
  @inlinable package func finish(_ termination: Termination<Failure>) {
    subscription.finish { below.end(termination) }
  }

  /// Attaches a source. Its events reach the handlers inside the gate, until the join has ended. A pause that
  /// downstream requests of the join is passed on to the source.
  @inlinable @inline(__always) package func connect<Source: EventSource>(
    _ source: Source, _ child: Subscription = Subscription(),
    next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Source.Failure>) -> Void, operation: StaticString = #function
  ) {
    connect(
      source, child, next: next, endOutsideGate: { [subscription] in subscription.pass($0, end) },
      operation: operation)
  }

  /// The same, but the end reaches its handler outside the gate, after the values have gone in: a join
  /// that attaches another source then must not be inside, or each value that the other source sends
  /// synchronously would wait in the queue as a message.
  @inlinable @inline(__always) package func connect<Source: EventSource>(
    _ source: Source, _ child: Subscription = Subscription(),
    next: @escaping @Sendable (Source.Value) -> Void,
    endOutsideGate end: @escaping @Sendable (Termination<Source.Failure>) -> Void,
    operation: StaticString = #function
  ) {
    if subscription.hasEnded { return }
    subscription += child
    attach(source, child, next: next, endOutsideGate: end, operation: operation)
  }

  /// The same for a start that the caller owns.
  @inlinable @inline(__always) package func attach<Source: EventSource>(
    _ source: Source, _ child: Subscription,
    next: @escaping @Sendable (Source.Value) -> Void,
    endOutsideGate end: @escaping @Sendable (Termination<Source.Failure>) -> Void,
    operation: StaticString = #function
  ) {
    if subscription.comesFirst {
      child.becomeFirst(.behindOthers)
    }
    source.attach(
      Observer(next: subscription.passing(to: next), end: end), child, below: subscription, as: operation)
  }

  /// Attaches a source that sends nothing downstream, only decides what becomes of other values. It comes first (contract
  /// S11).
  @inlinable package func connectTrigger<Source: EventSource>(
    _ source: Source, _ child: Subscription = .comingFirst(),
    next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Source.Failure>) -> Void, operation: StaticString = #function
  ) {
    connectUnpaused(source, child, next: next, end: end, operation: operation)
  }

  /// Attaches a source that a pause does not reach that downstream requests: what it decides, such as the end, must not wait
  /// for that.
  @inlinable package func connectUnpaused<Source: EventSource>(
    _ source: Source, _ child: Subscription = Subscription(),
    next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Source.Failure>) -> Void, operation: StaticString = #function
  ) {
    if subscription.hasEnded { return }
    subscription.addUnpaused(child)
    attach(
      source, child, next: next, endOutsideGate: { [subscription] in subscription.pass($0, end) },
      operation: operation)
  }

  /// Attaches an inner stream. Its source alone keeps what passes its events on.
  @inlinable @inline(__always) func connect<Source: EventSource, Outlet: InnerOutlet>(
    _ source: Source, _ outlet: Outlet
  ) where Outlet.Value == Source.Value, Outlet.Failure == Source.Failure {
    if subscription.hasEnded { return }
    let child = Subscription()
    subscription += child
    source.attach(InnerEvents(outlet).observer, child, below: subscription, as: "flatMap")
  }

  /// Attaches a source that another one may follow, on the same stack. Its values reach the handler inside the gate; the end
  /// comes outside the gate, with the start for ``connectLast(_:after:)``.
  @inlinable func connectFirst<Source: EventSource>(
    _ source: Source, next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Source.Failure>, _ first: Subscription) -> Void
  ) {
    if !subscription.takeStep({ attachFirst(source, next: next, end: end) }) {
      subscription.takeNextStep { attachFirst(source, next: next, end: end) }
    }
  }

  @inlinable func attachFirst<Source: EventSource>(
    _ source: Source, next: @escaping @Sendable (Source.Value) -> Void,
    end: @escaping @Sendable (Termination<Source.Failure>, _ first: Subscription) -> Void
  ) {
    if subscription.hasEnded { return }
    let first = Subscription()
    Step.attaches(first)
    subscription += first
    if subscription.comesFirst { first.becomeFirst(.behindOthers) }
    let events = InnerEvents(FirstOutlet(subscription, first, next, end))
    // Closures that hold nothing but one object need no memory.
    source.attach(
      Observer(next: { events.pass($0) }, end: { events.outlet.end($0, events.outlet.first) }), first,
      below: subscription, as: "first")
  }

  /// Attaches the last source, in place of the join, when the first one is over (contract P9): its events reach the observer
  /// below directly.
  @inlinable func connectLast<Source: EventSource>(_ source: Source, after first: Subscription)
  where Source.Value == Value, Source.Failure == Failure {
    // A closure that holds nothing but one object needs no memory.
    let last = LastSource(self, source, after: first)
    first.follow { last.proceed() }
  }

  /// Ends the stream below, from outside the gate.
  @inlinable package func end(_ termination: Termination<Failure>) {
    if subscription.enter() {
      if !subscription.isStopped { finish(termination) }
      subscription.leave()
    } else {
      endLater(termination)
    }
  }

  @inlinable @inline(never) func endLater(_ termination: Termination<Failure>) {
    subscription.passLater(termination) { finish($0) }
  }

  /// Sends one value and completes, from outside the gate: what a join of no sources does.
  @inlinable package func sendOnly(_ value: Value) {
    subscription.pass(value) { value in
      next(value)
      finish(.completed)
    }
  }
}

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
}

/// Where the events of the first of two sources go.
/// The last source of a join, which waits until the first one is over.
@usableFromInline final class LastSource<Source: EventSource>: Sendable {
  @usableFromInline let subscription: Subscription
  @usableFromInline let below: Observer<Source.Value, Source.Failure>
  @usableFromInline let source: Source
  @usableFromInline let first: Subscription

  @inlinable init(
    _ junction: Junction<Source.Value, Source.Failure>, _ source: Source, after first: Subscription
  ) {
    subscription = junction.subscription
    below = junction.below
    self.source = source
    self.first = first
  }

  @inlinable func proceed() { subscription.proceed(after: first) { [self] in attach() } }

  @inlinable func attach() { if !subscription.hasEnded { source.attachAsLast(below, subscription) } }
}

@usableFromInline struct FirstOutlet<Value: Sendable, Failure: Error>: ValueOutlet {
  @usableFromInline let subscription: Subscription
  @usableFromInline let first: Subscription
  @usableFromInline let next: @Sendable (Value) -> Void
  @usableFromInline let end: @Sendable (Termination<Failure>, _ first: Subscription) -> Void

  @inlinable init(
    _ subscription: Subscription, _ first: Subscription, _ next: @escaping @Sendable (Value) -> Void,
    _ end: @escaping @Sendable (Termination<Failure>, _ first: Subscription) -> Void
  ) {
    self.subscription = subscription
    self.first = first
    self.next = next
    self.end = end
  }

  @inlinable var join: Unretained<Subscription> { Unretained(subscription) }

  @inlinable func send(_ value: Value) { next(value) }
}
