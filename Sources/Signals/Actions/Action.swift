/// Work that runs one piece at a time, and says whether it can run: what stands behind a button.
///
///     let save = Action<String, Receipt, SaveError>(enabledIf: isValid) { text in store.save(text) }
///     save.isEnabled.producer.startWithValues { button.isEnabled = $0 }
///     save.values.observeValues { print("saved: \($0)") }
///     save.apply("text").startWithFailed { print("not saved: \($0)") }
///
/// When the action is gone and nothing of it is running, its signals complete. Bound to a stream, with
/// `save <~ texts`, it is applied to each value, as long as it exists.
public final class Action<Input: Sendable, Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let run: ActionRun<Output, Failure>
  @usableFromInline let work: Work

  /// Makes the work for an input, if it is allowed now and `begins` returns true, which is called after that.
  @usableFromInline typealias Work =
    @Sendable (Input, _ begins: () -> Bool) -> SignalProducer<Output, Failure>?

  /// Whether something is running.
  public let isExecuting: Property<Bool>
  /// Whether ``apply(_:)`` would run something: it is allowed, and nothing is running.
  public let isEnabled: Property<Bool>
  @usableFromInline let madeLifetime = Lazily<Lifetime>()
  /// Where it was made.
  @usableFromInline let place: SourcePlace

  /// Ends when the action is gone. What is running then goes on.
  public var lifetime: Lifetime { madeLifetime.object { Lifetime() } }

  deinit { madeLifetime.ifMade?.end() }

  /// An action that may run whenever nothing is running.
  @inlinable public convenience init(
    execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(enabledIf: Property(value: true), execute: execute, fileID: fileID, line: line)
  }

  /// An action that may run while `isAllowed` is true. What is running when that changes goes on.
  @inlinable public convenience init<Allowed: PropertyProtocol<Bool>>(
    enabledIf isAllowed: Allowed,
    execute: @escaping @Sendable (Input) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(isAllowed.readOnly, SourcePlace(fileID, line)) { input, begins in
      isAllowed.value && begins() ? execute(input) : nil
    }
  }

  @inlinable init(
    _ isAllowed: Property<Bool>, _ place: SourcePlace, _ work: @escaping Work
  ) {
    self.place = place
    let run = ActionRun<Output, Failure>()
    self.run = run
    self.work = work
    isExecuting = run.latest.map { $0.isExecuting }
    isEnabled = isAllowed.combineLatest(with: run.latest).map { $0 && !$1.isExecuting }
  }

  /// An action that works on the value of a property, and may run while that is not nil.
  ///
  /// The work gets the value that allowed it, also if the property is set while it begins.
  @inlinable public convenience init<State: PropertyProtocol, Wrapped: Sendable>(
    unwrapping state: State,
    execute: @escaping @Sendable (Wrapped, Input) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where State.Value == Wrapped? {
    self.init(state.map { $0 != nil }, SourcePlace(fileID, line)) { input, begins in
      guard let value = state.value, begins() else { return nil }
      return execute(value, input)
    }
  }

  /// An action that works on the value of a property, and may run while that satisfies a condition.
  ///
  ///     let withdraw = Action<Int, Int, Refused>(state: balance, enabledIf: { $0 > 0 }) { balance, amount in
  ///       bank.withdraw(amount, of: balance)
  ///     }
  ///
  /// The work gets the value that allowed it, also if the property is set while it begins.
  @inlinable public convenience init<State: PropertyProtocol>(
    state: State, enabledIf isAllowed: @escaping @Sendable (State.Value) -> Bool = { _ in true },
    execute: @escaping @Sendable (State.Value, Input) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(state.map(isAllowed), SourcePlace(fileID, line)) { input, begins in
      let value = state.value
      return isAllowed(value) && begins() ? execute(value, input) : nil
    }
  }

  /// All events of all runs: values and ends, also that a run was interrupted.
  ///
  /// The end of a run comes before the events of the next one, also where an observer of ``isEnabled`` starts that.
  public var events: Signal<Event<Output, Failure>, Never> { run.events }

  /// Sends the values of all runs.
  public var values: Signal<Output, Never> { run.events.compactMap { $0.value } }

  /// Sends the failure of each run that fails. Completes when the action is gone and nothing runs.
  public var errors: Signal<Failure, Never> { run.events.compactMap { $0.failure } }

  /// Sends a value each time a run completes.
  public var completed: Signal<Void, Never> {
    run.events.compactMap { if case .completed = $0 { () } else { nil } }
  }

  /// Sends a value each time the action is applied while it is not enabled.
  public var disabledErrors: Signal<Void, Never> { run.disabledErrors.output }

  /// Starts the work for an input. It does not keep the action.
  @inlinable var applying: @Sendable (Input) -> Void {
    { [run, work] input in
      Self.producer(run, work, input).attach(Observer(next: { _ in }, end: { _ in }), Subscription())
    }
  }

  /// Work that runs at each start, if the action is enabled then.
  ///
  /// - Completes: with the work.
  /// - Fails: with the work, as ``ActionError/failed(_:)``; at once with ``ActionError/disabled`` if something
  ///   is running or it is not allowed.
  @inlinable public func apply(_ input: Input) -> SignalProducer<Output, ActionError<Failure>> {
    Self.producer(run, work, input)
  }

  @inlinable static func producer(
    _ run: ActionRun<Output, Failure>, _ work: @escaping Work, _ input: Input
  ) -> SignalProducer<Output, ActionError<Failure>> {
    .attaching { observer, start in
      guard start.open({ [end = observer.end] in end(.interrupted) }) else { return }
      assertNoLockHeld()
      if LiveSubscriptions.areRecorded {
        start.asRecordedParent { begin(run, work, input, observer, start) }
      } else {
        begin(run, work, input, consume observer, start)
      }
    }
  }

  @inlinable @inline(__always) static func begin(
    _ run: ActionRun<Output, Failure>, _ work: Work, _ input: Input,
    _ observer: consuming Observer<Output, ActionError<Failure>>, _ start: Subscription
  ) {
    var number = 0
    let source = work(input) {
      number = run.begin() ?? 0
      return number > 0
    }
    if let source {
      RunOfAction(run, number, consume observer, start).attach(source)
    } else {
      run.disabledErrors.input.send(())
      let junction = Junction(subscription: start, below: observer, next: observer.next)
      junction.end(.failed(.disabled))
    }
  }
}

/// One run, with the start that it belongs to: passes its events on to both.
@usableFromInline struct RunOfAction<Output: Sendable, Failure: Error>: FollowedOutlet {
  @usableFromInline let run: ActionRun<Output, Failure>
  @usableFromInline let number: Int
  @usableFromInline let below: Observer<Output, ActionError<Failure>>
  @usableFromInline let start: Subscription

  @inlinable init(
    _ run: ActionRun<Output, Failure>, _ number: Int,
    _ below: consuming Observer<Output, ActionError<Failure>>, _ start: Subscription
  ) {
    self.run = run
    self.number = number
    self.below = below
    self.start = start
  }

  @inlinable consuming func attach(_ source: SignalProducer<Output, Failure>) {
    let start = start
    let inner = FollowedSubscription(self, end: Termination<Failure>.interrupted)
    start += inner
    // The run is over no sooner than this call: another thread may dispose of it right before the work begins.
    inner.beginCall()
    source.attach(inner.observer, inner)
    inner.endCall()
  }

  @inlinable func send(_ value: Output) {
    run.list.send(.next(value))
    start.pass(value, below.next)
  }

  @inlinable func end(_ termination: Termination<Failure>) {
    // Another run may begin when this one is over.
    run.end(number, termination)
    if start.enter() {
      finishUnlessStopped(termination)
      start.leave()
    } else {
      start.post { finishUnlessStopped(termination) }
    }
  }

  @inlinable func finishUnlessStopped(_ termination: Termination<Failure>) {
    if !start.isStopped { start.finish { below.end(termination.mapError { .failed($0) }) } }
  }
}

extension Action where Input == Void {
  /// Work that runs at each start, if the action is enabled then. See ``apply(_:)``.
  @inlinable public func apply() -> SignalProducer<Output, ActionError<Failure>> { apply(()) }

  /// An action without input that works on the value of a property, and may run while that is not nil.
  ///
  /// The work gets the value that allowed it, also if the property is set while it begins.
  @inlinable public convenience init<State: PropertyProtocol, Wrapped: Sendable>(
    unwrapping state: State,
    execute: @escaping @Sendable (Wrapped) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) where State.Value == Wrapped? {
    self.init(unwrapping: state, execute: { value, _ in execute(value) }, fileID: fileID, line: line)
  }

  /// An action without input that works on the value of a property, and may run while that satisfies a condition.
  ///
  ///     let save = Action<Void, Receipt, Refused>(state: draft) { draft in server.save(draft) }
  ///
  /// The work gets the value that allowed it, also if the property is set while it begins.
  @inlinable public convenience init<State: PropertyProtocol>(
    state: State, enabledIf isAllowed: @escaping @Sendable (State.Value) -> Bool = { _ in true },
    execute: @escaping @Sendable (State.Value) -> SignalProducer<Output, Failure>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      state: state, enabledIf: isAllowed, execute: { value, _ in execute(value) }, fileID: fileID, line: line)
  }
}

/// Why what was applied to an ``Action`` failed.
public enum ActionError<Failure: Error>: Error {
  /// Something was running already, or it was not allowed.
  case disabled
  /// It ran, and failed.
  case failed(Failure)
}

extension ActionError: Equatable where Failure: Equatable {}

#if !hasFeature(Embedded)

  extension ActionError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .disabled: "the action is disabled: it is running, or its state does not allow it"
      case .failed(let failure): "the action has failed: \(failure)"
      }
    }
  }

#endif

/// What an action and its runs share.
@usableFromInline final class ActionRun<Output: Sendable, Failure: Error>: Sendable {
  @usableFromInline let latest = MutableProperty(LatestRun())
  /// Where the events of all runs get their order.
  @usableFromInline let list: ObserverList<Event<Output, Failure>, Never>
  @usableFromInline let events: Signal<Event<Output, Failure>, Never>
  private let input: ObserverListInput<Event<Output, Failure>, Never>
  @usableFromInline let disabledErrors = Signal<Void, Never>.pipe()

  @usableFromInline init() {
    let lifetime = Lifetime()
    list = ObserverList(gate: lifetime, kind: .root)
    events = Signal(.push(ObserverListHandle(list)))
    input = ObserverListInput(list, lifetime)
  }

  deinit {
    input.end(.completed)
    disabledErrors.input.complete()
  }

  /// A number for the one caller that may run. What has begun is no part of a transaction that begins it.
  @inlinable func begin() -> Int? {
    Frame.outside {
      latest.modify { latest in
        if latest.isExecuting { return nil }
        latest.number += 1
        latest.isExecuting = true
        return latest.number
      }
    }
  }

  /// An observer of `isExecuting` may begin the next run, whose events come after this one. So may an observer of this one,
  /// on whichever thread that is delivered.
  @inlinable func end(_ number: Int, _ termination: Termination<Failure>) {
    let event = Event<Output, Failure>(termination)
    if list.gate.enter() {
      hasEnded(number)
      list.deliver(event)
      list.gate.leave()
    } else {
      list.gate.post { [self] in
        hasEnded(number)
        list.deliver(event)
      }
      // The thread inside the gate may be busy for long, and the caller goes on.
      hasEnded(number)
    }
  }

  /// Again has no effect, also when the next one has begun.
  @inlinable func hasEnded(_ number: Int) {
    Frame.outside { latest.modify { if $0.number == number { $0.isExecuting = false } } }
  }
}

/// Which run of an action began last.
@usableFromInline struct LatestRun: Equatable, Sendable {
  @usableFromInline var number = 0
  @usableFromInline var isExecuting = false

  @inlinable init() {}
}
