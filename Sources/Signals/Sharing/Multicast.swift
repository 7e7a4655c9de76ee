extension EventStream where D == Pull {
  /// Shares one run of the work that begins with `connect()`, not with the first start.
  ///
  ///     in         --a--b--c--|
  ///                multicast(), connected in step 3
  ///     1st        -----a--b--c--|
  ///     2nd              --b--c--|    (started later)
  ///
  /// So all observers that must miss nothing can be attached first:
  ///
  ///     let page = load(address).multicast()
  ///     page.producer.startWithValues(show)
  ///     page.producer.startWithValues(store)
  ///     let loading = page.connect()
  ///
  /// Where the first start may begin the work and the last may end it, `share()` is simpler.
  ///
  /// Where the source is used several times inside one expression, `multicast(_:)` needs no `connect()`.
  @inlinable public func multicast() -> Connectable<Value, Failure> { Connectable(self) }

  /// Uses one run of the work several times inside an expression: the work begins when all uses are attached.
  ///
  ///     in   --1-----2-----3-----|
  ///          multicast { $0.merge(with: $0.map { $0 * 10 }) }
  ///     out  --(1,10)(2,20)(3,30)|
  ///
  /// Each start runs the work once and calls `body` once, with a producer for that run. A use that is attached later, as
  /// inside `append` or `flatMap`, sees what follows; after the end of the work it sees that end.
  ///
  ///     let summary = lines.multicast { lines in
  ///       lines.count().zip(with: lines.filter { $0.isEmpty }.count())
  ///     }
  ///
  /// The work is paused when downstream requests it. Operators inside `body` do not pause it, because the other uses
  /// may not wait: there `zip` and `flatMap` buffer as they do for signals.
  ///
  /// - Completes: with the stream that `body` makes; the work is disposed of then.
  /// - Fails: with the stream that `body` makes.
  @inlinable public func multicast<OutputDrive, NewValue, NewFailure>(
    _ body: @escaping @Sendable (_ shared: Self) -> EventStream<OutputDrive, NewValue, NewFailure>
  ) -> SignalProducer<NewValue, NewFailure> {
    .join { junction in
      let events = Replay<Value, Failure>(capacity: 0)
      let shared = Self.attaching { observer, subscription in
        if subscription.open({ observer.end(.interrupted) }) { events.add(observer, subscription) }
      }
      junction.connect(body(shared), next: junction.next, end: junction.output.end)
      if junction.subscription.hasEnded { return }
      // Not through the gate of the join, which the values enter when they have passed through `body`.
      let run = Subscription()
      junction.subscription += run
      self.attach(Observer(next: { events.send($0) }, end: { events.end($0) }), run)
    }
  }
}

/// Work that several observers share, and that begins with ``connect(fileID:line:)``.
///
/// ``signal`` and ``producer`` show the run that is under way, or else the next one. When that run ends, they
/// end; an observer that is attached afterwards waits for the run after it. When the connectable is released and
/// no run is under way, the observers that wait are interrupted (contract S6).
public final class Connectable<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline final class Run: Sendable {
    @usableFromInline let subscription = Subscription()
    @usableFromInline let events = Signal<Value, Failure>.pipe()

    @inlinable init() {}
  }

  @usableFromInline struct State {
    @usableFromInline var run = Run()
    @usableFromInline var isConnected = false

    @inlinable init() {}
  }

  @usableFromInline let source: SignalProducer<Value, Failure>
  @usableFromInline let state = Guarded(State())

  @inlinable init(_ source: SignalProducer<Value, Failure>) { self.source = source }

  /// The events of the run that is under way, or else of the next one.
  @inlinable public var signal: Signal<Value, Failure> { state.withLock { $0.run }.events.output }

  /// The events of the run that is under way when it is started, or else of the next one. Starting it begins
  /// no work, and disposing of the start ends none.
  @inlinable public var producer: SignalProducer<Value, Failure> {
    .attaching { [self] in signal.producer.attach($0, $1) }
  }

  /// Begins the work. While it is under way, this returns the same connection again.
  ///
  /// - Returns: What ends the run: its observers are interrupted, and connecting again begins a new one.
  ///   Releasing it changes nothing.
  @inlinable @discardableResult
  public func connect(fileID: StaticString = #fileID, line: UInt = #line) -> any Disposable {
    let (run, ended) = state.withLock { state -> (Run?, Run) in
      let ended = state.run
      // A run that was disposed of from inside its own event ends after that event.
      if state.isConnected, ended.subscription.isDisposed { state.run = Run() }
      let begins = !state.isConnected || state.run !== ended
      state.isConnected = true
      return (begins ? state.run : nil, ended)
    }
    guard let run else { return ended.subscription }
    let observer = Observer<Value, Failure>(
      next: run.events.input.next,
      end: { [self] termination in
        state.withLock { if $0.run === run { $0 = State() } }
        run.events.input.end(termination)
      })
    let place = SourcePlace(fileID, line)
    source.attach(observer.listedIfRecorded(place, of: run.subscription), run.subscription)
    return run.subscription
  }
}
