extension EventStream {
  /// Shares one run of the work among all who are there.
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
  /// - Completes: with the source; the next start begins a new run.
  /// - Fails: with the source; the next start begins a new run.
  public func share() -> Self {
    guard case .pull(let attach) = storage else { return self }
    let shared = SharedRun(source: SignalProducer(.pull(attach)))
    return Self(
      .pull { observer, start in
        SignalProducer { shared.join($0, $1) }.attach(observer, start)
      })
  }
}

/// The run that several starts share, while there is one.
final class SharedRun<Value: Sendable, Failure: Error>: Sendable {
  private final class Run: Sendable {
    let start = Start()
    let events = Signal<Value, Failure>.pipe()
    /// Set when the source has ended by itself.
    let hasEnded = Flag()
  }

  private struct State {
    var run: Run?
    var members = 0
  }

  private let source: SignalProducer<Value, Failure>
  private let state = Guarded(State())

  init(source: SignalProducer<Value, Failure>) { self.source = source }

  func join(_ observer: Observer<Value, Failure>, _ lifetime: Lifetime) {
    if lifetime.hasEnded { return }
    let (run, isFirst) = state.withLock { state in
      state.members += 1
      if let run = state.run { return (run, false) }
      let run = Run()
      state = State(run: run, members: 1)
      return (run, true)
    }
    lifetime.onEnd { [self] in leave(run) }
    lifetime += run.events.output.observe(
      Observer(
        next: observer.next,
        end: { [self] termination in
          // Too late for this run, which ended between our finding it and our observing it.
          if case .interrupted = termination, run.hasEnded.isSet { return join(observer, lifetime) }
          observer.end(termination)
        }))
    if isFirst { begin(run) }
  }

  private func begin(_ run: Run) {
    source.attach(
      Observer(
        next: run.events.input.next,
        end: { [self] termination in
          if case .interrupted = termination {} else { _ = run.hasEnded.set() }
          // Before anybody hears of the end: whoever starts again from there begins a new run.
          state.withLock { if $0.run === run { $0 = State() } }
          run.events.input.end(termination)
        }), run.start)
  }

  private func leave(_ run: Run) {
    let isLast = state.withLock { state in
      guard state.run === run else { return false }
      state.members -= 1
      if state.members > 0 { return false }
      state = State()
      return true
    }
    if isLast { run.start.dispose() }
  }
}
