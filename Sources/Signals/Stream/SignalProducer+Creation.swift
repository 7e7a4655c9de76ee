extension EventStream where D == Pull {
  /// A producer that is attached as `attach` says. The generator of a producer gets a gate, this does not.
  @inlinable package static func attaching(
    _ attach: @escaping @Sendable (consuming Observer<Value, Failure>, Subscription) -> Void
  ) -> Self {
    Self(.pull(attach))
  }

  /// Sends the elements of a sequence, then completes.
  ///
  ///     out  (abc|)
  ///
  /// Each start iterates anew. Disposing of the start stops after the element in hand; so does a pause, and then
  /// the iteration goes on on the thread that resumes (contract B2).
  @inlinable public init<Elements: Sequence & Sendable>(_ sequence: Elements)
  where Elements.Element == Value {
    self.init(.pull { observer, subscription in subscription.openAndEmit(sequence, observer) })
  }

  /// Sends one value, then completes.
  ///
  ///     out  (a|)
  @inlinable public init(value: Value) { self.init(CollectionOfOne(value)) }

  /// Fails at once.
  ///
  ///     out  x
  @inlinable public init(error: Failure) {
    self.init(.pull { observer, subscription in subscription.openAndEnd(.failed(error), observer) })
  }

  /// Completes at once.
  ///
  ///     out  |
  @inlinable public static var empty: Self { Self(EmptyCollection()) }

  /// Never sends anything and never ends; disposing of a start interrupts it.
  ///
  ///     out  ---
  @inlinable public static var never: Self {
    Self(.pull { observer, subscription in _ = subscription.open { observer.end(.interrupted) } })
  }

  /// Sends a success and completes, or fails.
  ///
  ///     out  (a|) or x
  @inlinable public init(result: Result<Value, Failure>) {
    switch result {
    case .success(let value): self.init(value: value)
    case .failure(let failure): self.init(error: failure)
    }
  }

  /// Sends the same value again and again, for ever; end it from below, as with `prefix`.
  ///
  ///     out  (aaaa…
  @inlinable public static func repeating(_ value: Value) -> Self { Self(repeatElement(value, count: .max)) }

  /// Sends what `next` makes of a state, until that is nil, then completes. Each start begins with `initial`.
  ///
  ///     out  (1248|)     (unfold(1) { $0 < 10 ? ($0, $0 * 2) : nil })
  @inlinable public static func unfold<State: Sendable>(
    _ initial: State, next: @escaping @Sendable (State) -> (value: Value, state: State)?
  ) -> Self {
    Self(Unfolding(state: initial, next: next))
  }

  /// Acquires a resource at each start, makes a stream of it, and disposes of it when that has ended, however
  /// it ends.
  ///
  /// Both closures run on the thread that starts, before the call returns.
  ///
  /// - Completes: with the stream that was made.
  /// - Fails: with the stream that was made.
  @inlinable public static func using<Resource: Disposable, Source: EventSource>(
    _ acquire: @escaping @Sendable () -> Resource, _ make: @escaping @Sendable (Resource) -> Source
  ) -> Self where Source.Value == Value, Source.Failure == Failure {
    Self(pulledJoin: { junction in
      let resource = acquire()
      junction.subscription.add(
        resource,
        after: { junction.connect(make(resource), next: junction.next, end: junction.output.end) })
    })
  }

  /// Makes the producer when it is started, anew each time: for work that needs fresh state.
  ///
  ///     let numbered = SignalProducer.deferred {
  ///       let counter = Counter()
  ///       return lines.map { "\(counter.next()): \($0)" }
  ///     }
  ///
  /// `make` runs on the thread that starts, before the call returns.
  ///
  /// - Completes: with the producer that was made.
  /// - Fails: with the producer that was made.
  @inlinable public static func deferred(_ make: @escaping @Sendable () -> Self) -> Self {
    Self(
      .pull { observer, subscription in
        CurrentThread.checkStack()
        make().attach(observer, subscription)
      })
  }
}

extension Subscription {
  /// Opens the start, sends all elements from inside the gate, then completes.
  ///
  /// A thread that disposes of the start meanwhile enqueues a message. So `interruption` need not be set before
  /// messages run: most sequences have ended by then.
  @inlinable @inline(__always) func openAndEmit<Elements: Sequence & Sendable, Failure>(
    _ elements: Elements, _ observer: Observer<Elements.Element, Failure>
  ) {
    guard enterToOpen() else { return openAndEmitLate(elements, observer) }
    if isStopped {
      noteSource { observer.end(.interrupted) }
    } else {
      if hasSource { interruption = nil }
      hasSource = true
      emit(elements.makeIterator(), observer)
    }
    leave()
  }

  @inlinable @inline(never) func openAndEmitLate<Elements: Sequence & Sendable, Failure>(
    _ elements: Elements, _ observer: Observer<Elements.Element, Failure>
  ) {
    if openLate({ observer.end(.interrupted) }) {
      // Disposed of meanwhile, it has interrupted the observer, or will when it shuts.
      run { [self] in if !isStopped { emit(elements.makeIterator(), observer) } }
    }
  }

  /// Opens the start and ends it: a source without values. A pause does not hold its end back.
  @inlinable @inline(__always) func openAndEnd<Value, Failure>(
    _ termination: Termination<Failure>, _ observer: Observer<Value, Failure>
  ) {
    guard enterToOpen() else { return openAndEndLate(termination, observer) }
    if isStopped {
      noteSource { observer.end(.interrupted) }
    } else {
      if hasSource { interruption = nil }
      hasSource = true
      finish { observer.end(termination) }
    }
    leave()
  }

  @inlinable @inline(never) func openAndEndLate<Value, Failure>(
    _ termination: Termination<Failure>, _ observer: Observer<Value, Failure>
  ) {
    if openLate({ observer.end(.interrupted) }) {
      run { [self] in if !isStopped { finish { observer.end(termination) } } }
    }
  }

  /// Inside the gate, before a message that disposes of the start can run.
  @inlinable @inline(never) func prepareInterruption<Failure>(
    _ end: @escaping @Sendable (Termination<Failure>) -> Void
  ) {
    if interruption == nil { interruption = { end(.interrupted) } }
  }

  /// Sends all elements from inside the gate, then completes.
  @inlinable @inline(__always) func emit<Elements: IteratorProtocol, Failure>(
    _ elements: Elements, _ observer: Observer<Elements.Element, Failure>
  ) {
    var rest = elements
    let isDone = sendAll(&rest, observer.next, beforeMessages: { prepareInterruption(observer.end) })
    if needsRest(isDone: isDone, observer) { emitLater(GateBox(Unsent(elements: rest, observer: observer))) }
  }

  /// After ``sendAll(_:_:beforeMessages:)``: completes, if all is sent. True: the rest is sent when a pause is over.
  @inlinable @inline(__always) func needsRest<Value, Failure>(
    isDone: Bool, _ observer: Observer<Value, Failure>
  ) -> Bool {
    if isDone {
      finish { observer.end(.completed) }
      return false
    }
    if hasEnded { return false }
    prepareInterruption(observer.end)
    // Otherwise the end is on its way.
    return !isStopped
  }

  /// Goes on when the pause is over. The closure gets the start as an argument then: capturing the start would be a
  /// retain cycle, and a start that is paused and not referenced any more would never be cleaned up (contract P5). It holds
  /// nothing but the box, which serves for all pauses: so a pause takes no memory.
  @inlinable @inline(never) func emitLater<Elements: IteratorProtocol, Failure>(
    _ unsent: GateBox<Unsent<Elements, Failure>>
  ) {
    goOn { subscription in
      let isDone = subscription.runIfFree { subscription.emit(unsent) }
      if !isDone { subscription.post { subscription.emit(unsent) } }
    }
  }

  @inlinable @inline(__always) func emit<Elements: IteratorProtocol, Failure>(
    _ unsent: GateBox<Unsent<Elements, Failure>>
  ) {
    let observer = unsent.value.observer
    var rest = unsent.value.elements
    let isDone = sendAll(&rest, observer.next, beforeMessages: { prepareInterruption(observer.end) })
    unsent.value.elements = rest
    if needsRest(isDone: isDone, observer) { emitLater(unsent) }
  }

  /// Runs `body` inside the gate, if no thread is there. The closure does not escape, so that it costs no memory.
  @inlinable @inline(__always) func runIfFree(_ body: () -> Void) -> Bool {
    guard enter() else { return false }
    body()
    leave()
    return true
  }

  /// Sends all elements from inside the gate. The gate is entered once for the whole sequence; one load
  /// after each value shows disposal, re-entrant events and pauses alike.
  ///
  /// False: the start was stopped before or closed meanwhile, or downstream requests a pause; the rest is in the
  /// iterator.
  @inlinable @inline(__always) func sendAll<Elements: IteratorProtocol>(
    _ elements: inout Elements, _ send: (Elements.Element) -> Void, beforeMessages prepare: () -> Void = {}
  ) -> Bool {
    // The message of a disposal may be among those that are being read together with the one that sends these values:
    // then it is not seen below.
    if isStopped || isPaused { return false }
    defer { scheduleDeferredMessages() }
    while let element = elements.next() {
      send(element)
      if hasMessages {
        prepare()
        if !deliverWaitingAndGoOn() { return false }
      }
    }
    return true
  }

  /// Between two values.
  @usableFromInline @inline(never) func deliverWaitingAndGoOn() -> Bool {
    deliverWaiting()
    return !isStopped && !isPaused
  }
}

/// Receives values inside the gate of a start, as ``Subscription/sendAll(_:_:beforeMessages:)`` sends them. False: some are
/// left, because the start is stopped or downstream requests a pause.
@usableFromInline typealias BatchReceiver<Value> = @Sendable (inout Fifo<Value>, Subscription) -> Bool

/// What is left of a sequence while downstream requests a pause.
@usableFromInline struct Unsent<Elements: IteratorProtocol, Failure: Error> where Elements.Element: Sendable {
  @usableFromInline var elements: Elements
  @usableFromInline let observer: Observer<Elements.Element, Failure>

  @inlinable init(elements: Elements, observer: Observer<Elements.Element, Failure>) {
    self.elements = elements
    self.observer = observer
  }
}

/// The elements of `unfold`.
@usableFromInline struct Unfolding<State: Sendable, Value>: Sequence, IteratorProtocol, Sendable {
  @usableFromInline var state: State
  @usableFromInline let step: @Sendable (State) -> (value: Value, state: State)?

  @inlinable init(state: State, next: @escaping @Sendable (State) -> (value: Value, state: State)?) {
    self.state = state
    step = next
  }

  @inlinable mutating func next() -> Value? {
    guard let next = step(state) else { return nil }
    state = next.state
    return next.value
  }
}
