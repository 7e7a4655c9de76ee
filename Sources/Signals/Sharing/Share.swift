extension EventStream {
  /// Shares one run of the work among all current subscribers.
  ///
  ///     in    --a--b--c--|
  ///           share()
  ///     1st   --a--b--c--|
  ///     2nd        b--c--|    (started later)
  ///
  /// The first start begins the work, the last one to be disposed of ends it, and the next one begins it
  /// anew. A start that comes while the work is under way sees the events from that moment on. A signal
  /// is shared by nature: it is returned as it is.
  ///
  /// The work is paused while all starts request that (contract B2). A start that requests it while others do not goes on
  /// receiving values.
  ///
  /// A stream that occurs twice in one expression, as in `shared.merge(with: shared)`, is started twice, one
  /// start after the other. The first one begins the work: the second one misses what the work sends at once,
  /// and runs work that has ended by then again. With ``multicast(_:)`` both starts come first.
  ///
  /// - Completes: with the source; the next start begins a new run.
  /// - Fails: with the source; the next start begins a new run.
  @inlinable public func share() -> Self {
    if case .push = storage { return self }
    let work = SharedWork(source: SignalProducer(.pull(recipe)), replay: 0, scope: .whileObserved)
    return Self(.pull { work.attach($0, $1) })
  }
}

extension EventStream where D == Pull {
  /// Shares one run of the work among all current subscribers, and begins with its last values for late
  /// subscribers.
  ///
  ///     in    --a--b--c--|
  ///           share(replay: 1)
  ///     1st   --a--b--c--|
  ///     2nd       ab--c--|    (started later)
  ///
  /// A start that comes while the work is under way gets the last `replay` values at once, also from inside
  /// a callback and while another thread delivers, and then those that are newer: none is missed, none
  /// comes twice. Use `signal.producer.share(replay:)` to keep what a signal sends; a signal itself has
  /// no start at which it could repeat something to one of its observers only.
  ///
  /// With the scope `whileObserved` the run ends when the last start is disposed of, and the next start
  /// begins a new run, also after an end. With `forever` there is one run: it begins with the first start and
  /// goes on when no subscriber is left; a start after its end gets the last values and that end.
  ///
  /// The work is paused while all starts request that (contract B2), if there is one.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Buffers: the last `replay` values, as long as the run lasts; with `forever`, also after it.
  /// - Precondition: `replay` is not negative.
  @inlinable public func share(replay: Int, scope: ShareScope = .whileObserved) -> Self {
    require(replay >= 0, "share(replay:)", "the number of values must not be negative", replay)
    let work = SharedWork(source: self, replay: replay, scope: scope)
    return Self(.pull { work.attach($0, $1) })
  }
}

/// How long a shared run lasts. See ``EventStream/share(replay:scope:)``.
public enum ShareScope: Sendable {
  /// Until the last start is disposed of or the source ends. The next start begins a new run.
  case whileObserved
  /// Until the source ends. There is one run.
  case forever
}

/// One run of work that several starts share.
@usableFromInline final class SharedRun<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let subscription = SharedSubscription()
  @usableFromInline let events: Replay<Value, Failure>

  /// The run that has to be over before this one begins (contract P9).
  @usableFromInline let before: Subscription?

  @inlinable init(replay: Int, after before: Subscription?) {
    events = Replay(capacity: replay)
    self.before = before
    if replay > 0 { events.holdsValues(of: subscription, as: "share(replay:)") }
  }

  /// Call it before the first observer is added. If this run is disposed of before it begins, it is over no sooner than the
  /// one before: so the next one waits for both. Returns that, unless it is over or the calling thread disposes of it.
  @usableFromInline @discardableResult func noteRunBefore() -> Subscription? {
    guard let before, !before.isSettled else { return nil }
    subscription += Predecessor(before)
    return before
  }

  /// Adds a receiver, for as long as its start lasts.
  ///
  /// - Parameter leave: Called when the start has ended, with what says which run it shared; true if that was the end of the
  ///   run.
  @inlinable func add(
    _ receiver: SharedReceiver<Value, Failure>, leave: @escaping @Sendable (SharedStart) -> Bool
  ) {
    receiver.join(subscription, leave: leave)
    events.add(receiver)
    subscription.share(with: receiver, during: receiver.subscription)
  }

  /// Begins the work, when the run before is over. `close` is called before an observer receives the end: a start from inside
  /// that callback begins a new run.
  @inlinable func begin(
    _ source: @escaping @Sendable () -> SignalProducer<Value, Failure>,
    close: @escaping @Sendable (_ run: Subscription) -> Void
  ) {
    // A thread that disposes of the run before sees it as settled, and has to wait all the same.
    if let before, !before.isOver {
      before.whenSettled { [self] in attach(source(), close) }
    } else {
      attach(source(), close)
    }
  }

  // Few calls inside each other: a share of a share begins inside the call that begins this one.
  @inlinable func attach(
    _ source: SignalProducer<Value, Failure>, _ close: @escaping @Sendable (_ run: Subscription) -> Void
  ) {
    // The run is over no sooner than this call: another thread may dispose of it right before the work begins.
    subscription.beginCall()
    source.attach(
      Observer(
        next: { [events] in events.send($0) },
        end: { [events, subscription] termination in
          close(subscription)
          events.end(termination)
        }), subscription, below: subscription, as: "share")
    subscription.endCall()
  }

  /// Ends the run, also while it has subscribers.
  @inlinable func dispose() { subscription.dispose() }
}

/// What is kept for late subscribers, as many values as it says, is what it holds.
extension Replay: ValueHolder {
  @usableFromInline package var holding: Holding {
    withLock { Holding(waits: $0.values.count, limit: capacity) }
  }
}

/// Of a run that waits for the one before: it is over when that is.
private final class Predecessor: Disposable {
  private let run: Subscription

  init(_ run: Subscription) { self.run = run }

  var isDisposed: Bool { run.isSettled }
  /// Nothing is done to the run before, which has ended.
  func dispose() {}
  var isSettled: Bool { run.isSettled }
  func whenSettled(_ action: @escaping @Sendable () -> Void) { run.whenSettled(action) }
}

/// The run that several starts share, while there is one.
@usableFromInline final class SharedWork<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Run = SharedRun<Value, Failure>

  @usableFromInline struct State {
    @usableFromInline var run: Run?
    @usableFromInline var members = 0
    /// The run before: the next one begins when it is over (contract P9).
    @usableFromInline var before: Subscription?

    @inlinable init(after before: Subscription? = nil) { self.before = before }
  }

  @usableFromInline let source: SignalProducer<Value, Failure>
  @usableFromInline let replay: Int
  @usableFromInline let scope: ShareScope
  @usableFromInline let state = Guarded(State())

  @inlinable init(source: SignalProducer<Value, Failure>, replay: Int, scope: ShareScope) {
    self.source = source
    self.replay = replay
    self.scope = scope
  }

  @inlinable func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
    let receiver = SharedReceiver(observer, subscription)
    guard receiver.open() else { return }
    let (run, isFirst) = state.withLock { state in
      state.members += 1
      if let run = state.run { return (run, false) }
      let run = Run(replay: replay, after: state.before.take())
      state.run = run
      return (run, true)
    }
    if isFirst { run.noteRunBefore() }
    // These closures hold nothing but one object, so they need no memory.
    run.add(receiver) { [self] in scope == .whileObserved && leave($0.run) }
    if !isFirst { return }
    run.begin({ [self] in source }) { [self] in close($0) }
  }

  /// Ends the run, also while it has subscribers.
  @inlinable func dispose() { state.withLock { $0.run }?.dispose() }

  /// The run is over.
  @inlinable func close(_ run: Subscription) {
    if scope != .whileObserved { return }
    // Released outside the lock.
    let closed: Run? = state.withLock { state in
      guard let present = state.run, present.subscription === run else { return nil }
      state = State(after: run)
      return present
    }
    withExtendedLifetime(closed) {}
  }

  /// True: that was the last start, and the run is over.
  @inlinable func leave(_ run: Subscription) -> Bool {
    let last: Run? = state.withLock { state in
      guard let present = state.run, present.subscription === run else { return nil }
      state.members -= 1
      if state.members > 0 { return nil }
      state = State(after: run)
      return present
    }
    last?.dispose()
    return last != nil
  }
}
