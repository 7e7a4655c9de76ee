extension Node {
  /// The value, and a note for whoever is computing around this call.
  @inlinable @inline(__always) var value: Value {
    Context.isAnyActive ? valueInContext : read().value
  }

  /// Apart, so that reading takes few instructions where nobody computes.
  @inlinable @inline(never) var valueInContext: Value { Context.current?.read(self) ?? read().value }

  /// The value of one that is set: without the code that brings a computed one up to date.
  @inlinable @inline(__always) var storedValue: Value {
    if Context.isAnyActive { return valueInContext }
    switch content {
    case .set(let cell):
      let (value, generation) = cell.read()
      announceIfNew(generation)
      return value
    case .computed: preconditionFailure("a computed value is not stored")
    }
  }

  /// Adds an observer of changes, from the next one on.
  @inlinable func subscribe(_ observer: Observer<Change<Value>, Never>) -> any Disposable {
    guard isComputed else { return hub.add(observer) }
    // The first run says what there is to listen to.
    _ = latest()
    beginObserving()
    let now = latest().stamp.version
    let entry = HubEntry(observer, hub)
    outlet.run { [outlet] in outlet.link(entry, after: now) }
    endIfFinal()
    return CompositeDisposable([AnyDisposable { self.endObserving() }, entry])
  }

  /// The changes, pushed.
  @inlinable func signal(keeping feed: (any Sendable & AnyObject)?) -> Signal<Value, Never> {
    let derived = Hub<Value, Never>(gate: outlet, kind: .derived)
    let subscription = subscribe(
      Observer(
        next: { derived.deliver($0.value) },
        end: { [feed] _ in withExtendedLifetime(feed) { derived.finish(.completed) } }))
    derived.feed(from: subscription)
    return Signal(.push(HubHandle(derived)))
  }

  /// The current value at once, then the changes.
  ///
  /// The value is delivered inside the gate of the start. A change that arrives meanwhile leaves a letter
  /// there, and one that is not newer than what has been delivered is dropped (contract R2).
  @inlinable func attach(
    _ observer: Observer<Value, Never>, _ start: Start, keeping feed: (any Sendable & AnyObject)?
  ) {
    guard start.open({ observer.end(.interrupted) }) else { return }
    let listener = PropertyListener(observer, start)
    start.run { [self] in
      if start.isStopped { return }
      start += subscribe(
        Observer(
          next: { listener.hear($0) },
          end: { [feed] _ in withExtendedLifetime(feed) { listener.complete() } }))
      listener.deliver(read().change)
    }
  }
}
