extension EventStream where D == Pull {
  /// Starts over after a failure, up to `count` further times.
  ///
  ///     in   --a--x
  ///          retry(1)
  ///     out  --a----a--x
  ///
  /// Any number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure of the last attempt.
  /// - Precondition: `count` is not negative.
  @inlinable public func retry(_ count: Int) -> Self {
    require(count >= 0, "retry(_:)", "the count must not be negative", count)
    return restarting { termination, attempts in
      if case .failed = termination, attempts <= count { .now } else { .never }
    }
  }

  /// Runs `count` times in all, one after the other.
  ///
  ///     in   --a--b--|
  ///          repeat(2)
  ///     out  --a--b----a--b--|
  ///
  /// Any number of synchronous runs uses constant stack (contract P8).
  ///
  /// - Completes: with the last run; at once, without starting, when `count` is 0.
  /// - Fails: with the first failure.
  /// - Precondition: `count` is not negative.
  @inlinable public func `repeat`(_ count: Int) -> Self {
    require(count >= 0, "repeat(_:)", "the count must not be negative", count)
    if count == 0 { return .empty }
    return restarting { termination, runs in termination.isCompleted && runs < count ? .now : .never }
  }

  /// Runs again and again, until it fails or is disposed of.
  ///
  ///     in   --a--|
  ///          repeatForever()
  ///     out  --a----a----a----a--
  ///
  /// Any number of synchronous runs uses constant stack (contract P8).
  ///
  /// - Completes: never.
  /// - Fails: with the first failure.
  @inlinable public func repeatForever() -> Self {
    restarting { termination, _ in termination.isCompleted ? .now : .never }
  }

  /// Starts over after a failure, as a policy says.
  ///
  ///     in   --a--x
  ///          retry(RetryPolicy(limit: 1, delay: .constant(.seconds(3))), on: scheduler)
  ///     out  --a-------a--x
  ///
  /// After a wait it starts over on the scheduler. Any number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure of the last attempt, or one that the policy does not retry.
  @inlinable public func retry(
    _ policy: RetryPolicy<Failure>, on scheduler: some Scheduler
  ) -> Self {
    .deferred {
      // Touched by one run at a time, which counts its values before it ends.
      let attempts = GateBox(0)
      return self.on(next: { _ in if policy.resetsOnValue { attempts.value = 0 } })
        .restarting { termination, _ in
          guard case .failed(let failure) = termination, policy.retries(failure) else { return .never }
          if let limit = policy.limit, attempts.value >= limit { return .never }
          attempts.value += 1
          let wait = policy.wait(before: attempts.value)
          if wait == .zero { return .now }
          return .later { waiting, again, _ in waiting.inner = scheduler.schedule(after: wait, again) }
        }
    }
  }

  /// Starts over after a failure as soon as a stream that is made of the failure sends a value.
  ///
  ///     in       --a--x
  ///     trigger       ---1
  ///              retry(when: { _ in trigger })
  ///     out      --a-------a--x
  ///
  /// So the trigger decides whether and when there is another attempt:
  ///
  ///     load.retry { failure in
  ///       failure.isOffline ? connections : SignalProducer.empty
  ///     }
  ///
  /// The trigger is attached after each failure, and disposed of at its first value. A signal is observed from then on. Any
  /// number of synchronous attempts uses constant stack (contract P8).
  ///
  /// - Completes: with the source.
  /// - Fails: with the failure that the trigger was made of, if that ends without a value.
  @inlinable public func retry<Trigger: EventSource>(
    when trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Never {
    retrying { Fallible(trigger($0)) }
  }

  /// Starts over after a failure as soon as a stream that is made of the failure sends a value.
  ///
  /// - Completes: with the source.
  /// - Fails: with the trigger, or with the failure that the trigger was made of, if that ends without a value.
  @_disfavoredOverload
  @inlinable public func retry<Trigger: EventSource>(
    when trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Failure {
    retrying(trigger)
  }

  @inlinable func retrying<Trigger: EventSource>(
    _ trigger: @escaping @Sendable (Failure) -> Trigger
  ) -> Self where Trigger.Failure == Failure {
    restarting { termination, _ in
      guard case .failed(let failure) = termination else { return .never }
      return .later { waiting, again, end in
        let subscription = Subscription()
        // Before it is attached: it may send at once, and then the next attempt takes its place.
        waiting.inner = subscription
        let isOpen = GateBox(true)
        trigger(failure).attach(
          Observer(
            next: { _ in
              guard isOpen.value else { return }
              isOpen.value = false
              subscription.dispose()
              again()
            },
            end: { triggerEnd in
              guard isOpen.value else { return }
              isOpen.value = false
              if case .failed = triggerEnd { end(triggerEnd) } else { end(termination) }
            }), subscription)
      }
    }
  }

  /// Starts over as `again` says, given how a run ended and how many there were.
  @inlinable func restarting(
    _ again: @escaping @Sendable (Termination<Failure>, _ runs: Int) -> Restart<Failure>
  ) -> Self {
    join { junction in
      let runs = Runs(self, junction, again)
      junction.subscription += runs.current
      runs.beginNext()
    }
  }
}

/// The runs of a start that may start over, one after the other.
@usableFromInline final class Runs<D: Drive, Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline struct State {
    @usableFromInline var count = 0
    /// Whether the current disposable may be another one than a start.
    @usableFromInline var hasWaited = false

    @inlinable init() {}
  }

  @usableFromInline let source: EventStream<D, Value, Failure>
  @usableFromInline let junction: Junction<Value, Failure>
  @usableFromInline let join: Unretained<Subscription>
  @usableFromInline let again: @Sendable (Termination<Failure>, _ runs: Int) -> Restart<Failure>
  /// The run, or what waits for the next one.
  @usableFromInline let current: SerialDisposable
  /// Touched by one run at a time, on its trampoline.
  @usableFromInline let state: GateBox<State>
  /// That of the thread that has begun.
  @usableFromInline let trampoline = Trampoline()

  @inlinable init(
    _ source: EventStream<D, Value, Failure>, _ junction: Junction<Value, Failure>,
    _ again: @escaping @Sendable (Termination<Failure>, _ runs: Int) -> Restart<Failure>
  ) {
    self.source = source
    self.junction = junction
    self.again = again
    join = Unretained(junction.subscription)
    current = SerialDisposable()
    state = GateBox(State())
  }

  /// The same runs, for a thread that goes on with a trampoline of its own.
  @inlinable init(goingOnWith runs: Runs) {
    source = runs.source
    junction = runs.junction
    again = runs.again
    join = runs.join
    current = runs.current
    state = runs.state
  }

  @inlinable func beginNext() { trampoline.bounce { attach() } }

  @inlinable func attach() {
    if junction.subscription.hasEnded { return }
    state.value.count += 1
    let start = Subscription()
    if state.value.hasWaited { current.inner = start } else { current.replaceSubscription(with: start) }
    if junction.subscription.comesFirst { start.becomeFirst(.behindOthers) }
    let events = InnerEvents(RunOutlet(self, start))
    // Closures that hold nothing but one object need no memory.
    source.attach(
      Observer(next: { events.pass($0) }, end: { events.outlet.runs.end($0, events.outlet.start) }), start,
      below: junction.subscription, as: "attempt")
  }

  /// Outside the gate.
  @inlinable func end(_ termination: Termination<Failure>, _ start: Subscription) {
    switch again(termination, state.value.count) {
    case .never: junction.end(termination)
    case .now: start.follow { [self] in beginNext() }
    // Waiting begins when the run is over: so the scheduler can begin the next one when its time has come.
    case .later(let wait): start.follow { [self] in self.wait(wait) }
    }
  }

  @inlinable func wait(_ wait: Restart<Failure>.Wait) {
    if junction.subscription.hasEnded { return }
    state.value.hasWaited = true
    // What waits may be over before `wait` returns: then the next run has taken its place.
    let waiting = SerialDisposable()
    current.inner = waiting
    let thread = CurrentThread.identity
    wait(
      waiting,
      { [self] in
        // Another thread begins the next run itself, as that of a scheduler has to: it does not leave it to this
        // one, which may still be on the trampoline.
        (CurrentThread.identity == thread ? self : Runs(goingOnWith: self)).beginNext()
      }, junction.end)
  }
}

/// Where the values of a run go.
@usableFromInline struct RunOutlet<D: Drive, Value: Sendable, Failure: Error>: ValueOutlet {
  @usableFromInline let runs: Runs<D, Value, Failure>
  @usableFromInline let start: Subscription

  @inlinable init(_ runs: Runs<D, Value, Failure>, _ start: Subscription) {
    self.runs = runs
    self.start = start
  }

  @inlinable var join: Unretained<Subscription> { runs.join }

  @inlinable func send(_ value: Value) { runs.junction.next(value) }
}

/// Whether a producer starts over after a run.
@usableFromInline enum Restart<Failure: Error> {
  case never
  case now
  /// Begins to wait, for as long as `waiting` is not disposed of; then calls `again` or `end`.
  case later(Wait)

  @usableFromInline typealias Wait =
    @Sendable (
      _ waiting: SerialDisposable, _ again: @escaping @Sendable () -> Void,
      _ end: @escaping @Sendable (Termination<Failure>) -> Void
    ) -> Void
}
