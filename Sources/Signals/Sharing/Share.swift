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
    guard case .pull(let attach) = storage else { return self }
    let work = SharedWork(source: SignalProducer(.pull(attach)), replay: 0, scope: .whileObserved)
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
  @usableFromInline let subscription = Subscription()
  @usableFromInline let events: Replay<Value, Failure>
  private let pressure = Guarded(Pressure())

  private struct Pressure {
    var starts = 0
    /// How many of them request a pause.
    var pausing = 0

    var isPausing: Bool { starts > 0 && pausing == starts }
  }

  @usableFromInline init(replay: Int) { events = Replay(capacity: replay) }

  /// Adds an observer, for as long as its start lasts.
  ///
  /// - Parameter leave: Called when the start has ended; true if that was the end of the run.
  @inlinable func add(
    _ observer: Observer<Value, Failure>, _ subscription: Subscription, leave: @escaping @Sendable () -> Bool
  ) {
    events.add(observer, subscription)
    let start = SharedStart(self, leave)
    let pressure = start.change { $0 = 0 }
    subscription += start
    // Now that the start can receive values, and pause: if all others request a pause, the source goes on for this one.
    apply(pressure)
  }

  /// Changes how many pauses a start requests; nil when it has not begun or is over.
  fileprivate func change(_ pauses: Box<Int?>, _ body: (inout Int?) -> Void) -> PressureChange {
    pressure.withLock { pressure in
      let before = pressure.isPausing
      count(pauses.value, -1, &pressure)
      body(&pauses.value)
      count(pauses.value, 1, &pressure)
      return before == pressure.isPausing ? .none : before ? .resume : .pause
    }
  }

  /// Outside the lock. Two threads may do it in the wrong order, because pauses are counted.
  @usableFromInline func apply(_ change: PressureChange) {
    switch change {
    case .none: break
    case .pause: subscription.pause()
    case .resume: subscription.resume()
    }
  }

  private func count(_ pauses: Int?, _ change: Int, _ pressure: inout Pressure) {
    guard let pauses else { return }
    pressure.starts += change
    if pauses > 0 { pressure.pausing += change }
  }

  /// Begins the work. `close` is called before an observer receives the end: a start from inside that callback begins a
  /// new run.
  @inlinable func begin(_ source: SignalProducer<Value, Failure>, close: @escaping @Sendable () -> Void) {
    source.attach(
      Observer(
        next: { [events] in events.send($0) },
        end: { [events] termination in
          close()
          events.end(termination)
        }), subscription)
  }

  /// Ends the run, also while it has subscribers.
  @inlinable func dispose() { subscription.dispose() }
}

/// What becomes of a run when one of its starts requests a pause or takes that back: it is paused while all of them do.
@usableFromInline enum PressureChange {
  case none
  case pause
  case resume
}

/// One of the starts that share a run, which it owns.
@usableFromInline final class SharedStart<Value: Sendable, Failure: Error>: Disposable {
  private let run: SharedRun<Value, Failure>
  private let leave: @Sendable () -> Bool
  /// How many pauses it requests; nil when it is over. Protected by the lock of the run.
  private let pauses = Box<Int?>(nil)

  @usableFromInline init(_ run: SharedRun<Value, Failure>, _ leave: @escaping @Sendable () -> Bool) {
    self.run = run
    self.leave = leave
  }

  @usableFromInline func change(_ body: (inout Int?) -> Void) -> PressureChange { run.change(pauses, body) }

  /// Only its start disposes of it, when that ends.
  @usableFromInline var isDisposed: Bool { false }

  /// A run that is over does not go on before it ends.
  @usableFromInline func dispose() { if !leave() { run.apply(change { $0 = nil }) } }

  @usableFromInline func pause() { run.apply(change { $0? += 1 }) }

  @usableFromInline func resume() { run.apply(change { $0? -= 1 }) }
}

/// The run that several starts share, while there is one.
@usableFromInline final class SharedWork<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Run = SharedRun<Value, Failure>

  @usableFromInline struct State {
    @usableFromInline var run: Run?
    @usableFromInline var members = 0

    @inlinable init() {}
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
    guard subscription.open({ observer.end(.interrupted) }) else { return }
    let (run, isFirst) = state.withLock { state in
      state.members += 1
      if let run = state.run { return (run, false) }
      let run = Run(replay: replay)
      state.run = run
      return (run, true)
    }
    run.add(observer, subscription) { [self] in scope == .whileObserved && leave(run) }
    if !isFirst { return }
    run.begin(source) { [self] in
      if scope == .whileObserved { state.withLock { if $0.run === run { $0 = State() } } }
    }
  }

  /// Ends the run, also while it has subscribers.
  @inlinable func dispose() { state.withLock { $0.run }?.dispose() }

  /// True: that was the last start, and the run is over.
  @inlinable func leave(_ run: Run) -> Bool {
    let isLast = state.withLock { state in
      guard state.run === run else { return false }
      state.members -= 1
      if state.members > 0 { return false }
      state = State()
      return true
    }
    if isLast { run.dispose() }
    return isLast
  }
}
