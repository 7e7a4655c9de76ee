#if !hasFeature(Embedded)

  /// Brings values from tasks to a stream: `send(_:)` suspends while the channel is full.
  ///
  ///     let rows = Channel<Row, Never>(limit: 16)
  ///     let loading = Task {
  ///       for table in tables { for row in await read(table) { try await rows.send(row) } }
  ///       rows.complete()
  ///     }
  ///     rows.producer.flatMap(.concat) { store($0) }.start()
  ///
  /// A pipe cannot hold a sender up; a channel does, so that a task is never more than `limit` values ahead of a consumer
  /// that requests a pause (contract B1).
  ///
  /// - Any number of tasks may send. Values arrive in the order in which the calls of `send` have come, those of tasks that
  ///   wait included.
  /// - A channel has one consumer: the first start. Until then values wait. A further start is interrupted; for several
  ///   observers put `share()` behind ``producer``. When the consumer has ended, the channel is closed: `send` throws.
  /// - Values are delivered on the thread of a task that sends, or on the one that ends a pause; those that waited before the
  ///   start, on the thread that starts.
  /// - When the channel is released without an end, its consumer is interrupted, after the values that wait.
  public final class Channel<Value: Sendable, Failure: Error>: EventSource {
    @usableFromInline let core: ChannelCore<Value, Failure>

    /// A channel for up to `limit` values that wait.
    ///
    /// - Precondition: `limit` is at least 1.
    /// - Complexity: memory for `limit` values, and for one value of each task that waits.
    @inlinable public init(limit: Int) {
      require(limit > 0, "Channel(limit:)", "the limit must be at least 1", limit)
      core = ChannelCore(limit: limit)
    }

    @inlinable deinit { core.end(.interrupted) }

    /// How many tasks wait in ``send(_:isolation:)``.
    @inlinable public var waitingCount: Int { core.waitingCount }

    /// The values and the end, for one consumer.
    ///
    /// - Completes: with ``complete()``, after the values that wait.
    /// - Fails: with ``fail(_:)``, after the values that wait.
    @inlinable public var producer: SignalProducer<Value, Failure> {
      .attaching { [core] in core.attach($0, $1) }
    }

    @inlinable public func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
      core.attach(observer, subscription)
    }

    /// Sends a value; waits while the channel is full.
    ///
    /// When it returns, the channel has the value, and the consumer will receive it unless it ends before.
    ///
    /// - Throws: ``ChannelError/closed`` if the channel has an end, or its consumer has ended, also while this waits;
    ///   ``ChannelError/cancelled`` if the task is cancelled before the channel has the value. The value is not sent then.
    @inlinable public func send(
      _ value: Value, isolation actor: isolated (any Actor)? = #isolation
    ) async throws(ChannelError) {
      let outcome = CurrentThread.isTaskCancelled ? .cancelled : await core.send(value, isolation: actor)
      if outcome == .sent { core.pass() }
      // After it, because values come in the order of the calls.
      await TaskTurn.countOperation(isolation: actor)
      switch outcome {
      case .sent: return
      case .closed: throw .closed
      case .cancelled: throw .cancelled
      }
    }

    /// Ends the channel normally. Values that have been sent come before.
    @inlinable public func complete() { core.end(.completed) }

    /// Ends the channel with a failure. Values that have been sent come before.
    @inlinable public func fail(_ failure: Failure) { core.end(.failed(failure)) }

    /// Ends the channel as cancelled. Values that have been sent come before.
    @inlinable public func interrupt() { core.end(.interrupted) }
  }

  /// Why a value was not sent. See ``Channel/send(_:isolation:)``.
  public enum ChannelError: Error, Hashable {
    /// The channel has an end, or its consumer has ended.
    case closed
    /// The task was cancelled before the channel had the value.
    case cancelled
  }

  extension ChannelError: CustomStringConvertible {
    public var description: String {
      switch self {
      case .closed: "the channel is closed: it has an end, or its consumer has ended"
      case .cancelled: "the task was cancelled before the channel had the value"
      }
    }
  }

  /// What is behind a channel and its producer.
  ///
  /// For each value, and for the end, its sender passes through the gate of the consumer once, and takes out the oldest
  /// value that waits. So many senders deliver no more than they have sent, and the gate keeps them fair (contract E6a).
  /// What cannot be delivered then, because there is no consumer or it requests a pause, is owed, and made up for later.
  @usableFromInline final class ChannelCore<Value: Sendable, Failure: Error>: ValueHolder {
    @usableFromInline enum Outcome: Sendable { case sent, closed, cancelled }

    /// A task that waits.
    @usableFromInline final class Sender: Sendable {
      @usableFromInline enum Progress: Sendable {
        case new
        case waiting(WaitingList<Sender>.Ticket, Waiter<Outcome>)
        case over
      }

      @usableFromInline let value: Value
      @usableFromInline let progress = GuardedMember<State, Progress>(.new)

      @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline struct Consumer: Sendable {
      @usableFromInline let subscription: Subscription
      /// Made once, so that a value needs no closure.
      @usableFromInline let deliver: @Sendable (Subscription) -> Void

      @inlinable init(_ subscription: Subscription, deliver: @escaping @Sendable (Subscription) -> Void) {
        self.subscription = subscription
        self.deliver = deliver
      }

      /// Each passage delivers one value at most.
      @inlinable func pass() { subscription.pass(subscription, deliver) }
    }

    @usableFromInline enum Delivery {
      case nothing
      case value(Value, freed: Waiter<Outcome>?)
      case end(Termination<Failure>)
      case whenResumed
    }

    @usableFromInline struct State: Sendable {
      @usableFromInline let limit: Int
      @usableFromInline var values = Fifo<Value>()
      /// Empty unless `limit` values wait.
      @usableFromInline var senders = WaitingList<Sender>()
      @usableFromInline var end: Termination<Failure>?
      @usableFromInline var consumer: Consumer?
      @usableFromInline var isClosed = false
      /// How many passages could deliver nothing.
      @usableFromInline var owed = 0

      @inlinable init(limit: Int) { self.limit = limit }
    }

    @usableFromInline let state: Guarded<State>

    @inlinable init(limit: Int) {
      state = Guarded(State(limit: limit))
      holdsValues(of: nil, as: "Channel")
    }

    /// Tasks wait with a value each, and stand for a source that is paused.
    @usableFromInline package var holding: Holding {
      state.withLock {
        Holding(
          waits: $0.values.count + $0.senders.count, limit: $0.limit, isPausing: !$0.senders.isEmpty)
      }
    }

    /// How many tasks wait.
    @inlinable var waitingCount: Int { state.withLock { $0.senders.count } }

    // MARK: Tasks

    /// Puts a value into the channel. The caller then passes through the gate, if it is `sent`.
    @inlinable func send(_ value: Value, isolation actor: isolated (any Actor)?) async -> Outcome {
      if let outcome = state.withLock({ $0.put(value) }) { return outcome }
      let sender = Sender(value)
      return await withTaskCancellationHandler {
        await untilResumed(isolation: actor) { waiter in
          if let outcome = state.withLock({ $0.put(sender, waiter) }) { waiter.resume(returning: outcome) }
        }
      } onCancel: {
        cancel(sender)
      }
    }

    @inlinable func cancel(_ sender: Sender) {
      let waiter = state.withLock { state -> Waiter<Outcome>? in
        defer { sender.progress.set(.over, in: state) }
        guard case .waiting(let ticket, let waiter) = sender.progress.value(in: state) else { return nil }
        // The task holds it, so that nothing is released here.
        _ = state.senders.remove(ticket)
        return waiter
      }
      waiter?.resume(returning: .cancelled)
    }

    @inlinable func end(_ termination: Termination<Failure>) {
      let isFirst = state.withLock { state in
        if state.end != nil || state.isClosed { return false }
        state.end = termination
        return true
      }
      if isFirst { pass() }
    }

    // MARK: The consumer

    @inlinable func attach(_ observer: Observer<Value, Failure>, _ subscription: Subscription) {
      guard subscription.open({ observer.end(.interrupted) }) else { return }
      let consumer = Consumer(subscription, deliver: { [self] in deliver(to: observer, $0) })
      let owed = state.withLock { state -> Int? in
        if state.isClosed || state.consumer != nil { return nil }
        state.consumer = consumer
        return exchange(&state.owed, with: 0)
      }
      guard let owed else {
        return subscription.pass(subscription) { subscription in
          subscription.finish { observer.end(.interrupted) }
        }
      }
      subscription.onEnd { [self] in close() }
      for _ in 0..<owed { consumer.pass() }
    }

    /// Delivers the oldest value that waits, or the end.
    @inlinable func pass() {
      let consumer = state.withLock { state in
        if state.consumer == nil { state.owed += 1 }
        return state.consumer
      }
      consumer?.pass()
    }

    /// Inside the gate.
    @inlinable func deliver(to observer: Observer<Value, Failure>, _ subscription: Subscription) {
      let isPaused = subscription.isPaused
      switch state.withLock({ $0.next(isPaused) }) {
      case .nothing: break
      case .value(let value, let freed):
        freed?.resume(returning: .sent)
        observer.next(value)
      case .end(let termination): subscription.finish { observer.end(termination) }
      case .whenResumed: subscription.goOn { [self] _ in makeUp() }
      }
    }

    /// A pause is over.
    @inlinable func makeUp() {
      let (consumer, owed) = state.withLock { ($0.consumer, exchange(&$0.owed, with: 0)) }
      guard let consumer else { return }
      for _ in 0..<owed { consumer.pass() }
    }

    /// The consumer has ended.
    @inlinable func close() {
      let (consumer, values, senders) = state.withLock { state in
        state.isClosed = true
        let senders = state.senders.removeAll().map { sender -> (Sender, Waiter<Outcome>?) in
          (sender, state.finish(sender))
        }
        return (state.consumer.take(), exchange(&state.values, with: Fifo()), senders)
      }
      for (_, waiter) in senders { waiter?.resume(returning: .closed) }
      withExtendedLifetime((consumer, values)) {}
    }
  }

  extension ChannelCore.State {
    /// What becomes of a value; nil if its task has to wait.
    @inlinable mutating func put(_ value: Value) -> ChannelCore.Outcome? {
      if isClosed || end != nil { return .closed }
      if values.count >= limit { return nil }
      values.append(value)
      return .sent
    }

    /// The same for a task that waits from now on, unless it was cancelled meanwhile.
    @inlinable mutating func put(
      _ sender: ChannelCore.Sender, _ waiter: Waiter<ChannelCore.Outcome>
    ) -> ChannelCore.Outcome? {
      if case .over = sender.progress.value(in: self) { return .cancelled }
      if let outcome = put(sender.value) { return outcome }
      sender.progress.set(.waiting(senders.append(sender), waiter), in: self)
      return nil
    }

    /// Takes out the oldest value, and takes one in for it.
    @inlinable mutating func next(_ isPaused: Bool) -> ChannelCore.Delivery {
      if values.isEmpty {
        guard let end else { return .nothing }
        return .end(end)
      }
      if isPaused {
        owed += 1
        return owed == 1 ? .whenResumed : .nothing
      }
      let value = values.removeFirst()
      guard let sender = senders.popFirst() else { return .value(value, freed: nil) }
      values.append(sender.value)
      return .value(value, freed: finish(sender))
    }

    @inlinable func finish(_ sender: ChannelCore.Sender) -> Waiter<ChannelCore.Outcome>? {
      defer { sender.progress.set(.over, in: self) }
      guard case .waiting(_, let waiter) = sender.progress.value(in: self) else { return nil }
      return waiter
    }
  }

#endif
