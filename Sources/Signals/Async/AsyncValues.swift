#if !hasFeature(Embedded)

  extension EventStream {
    /// The values as an asynchronous sequence, for `for await`.
    ///
    ///     for try await line in SignalProducer.lines(ofFile: path).values() {
    ///       await store(line)
    ///     }
    ///
    /// Each iteration starts a producer anew, or begins to observe a signal. It ends the start when it is left,
    /// or when its task is cancelled (contract A2).
    ///
    /// - Parameters:
    ///   - buffering: What becomes of values that wait for the loop (contract B1). By default, a source that can wait
    ///     is never more than 64 values ahead, and nothing is dropped.
    ///   - drops: Counts the values that were dropped.
    ///   - fileID: The file of the call, which the compiler fills in.
    ///   - line: The line of the call, which the compiler fills in.
    /// - Completes: the loop ends after the values that wait; also if the stream is interrupted.
    /// - Fails: the loop throws the failure, after the values that wait.
    /// - Buffers: as `buffering` says.
    /// - Precondition: the limit of `buffering` is at least 1. One task at a time iterates.
    @inlinable public func values(
      buffering: Buffering = .suspending(64), drops: MutableProperty<Int>? = nil,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> AsyncValues<Value, Failure> {
      buffering.check("values(buffering:)")
      let place = SourcePlace(fileID, line)
      return AsyncValues(
        attach: { attach($0.listedIfRecorded(place, of: $1, isPushed: D.pushes), $1) }, buffering: buffering,
        drops: drops)
    }
  }

  /// The values of a stream as an asynchronous sequence. See ``EventStream/values(buffering:drops:fileID:line:)``.
  public struct AsyncValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    public typealias Element = Value

    @usableFromInline let attach: @Sendable (Observer<Value, Failure>, Subscription) -> Void
    @usableFromInline let buffering: Buffering
    @usableFromInline let drops: MutableProperty<Int>?

    @inlinable init(
      attach: @escaping @Sendable (Observer<Value, Failure>, Subscription) -> Void, buffering: Buffering,
      drops: MutableProperty<Int>?
    ) {
      self.attach = attach
      self.buffering = buffering
      self.drops = drops
    }

    /// Starts a producer, or begins to observe a signal.
    @inlinable public func makeAsyncIterator() -> Iterator {
      let inbox = Inbox<Value, Failure>(buffering, drops)
      inbox.attach(attach)
      return Iterator(reader: InboxReader(inbox))
    }

    /// One iteration. The last copy gone ends the start.
    public struct Iterator: AsyncIteratorProtocol {
      @usableFromInline let reader: InboxReader<Value, Failure>

      @inlinable init(reader: InboxReader<Value, Failure>) { self.reader = reader }

      @inlinable public func next() async throws(Failure) -> Value? { try await next(isolation: nil) }

      @inlinable public func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Value? {
        await TaskTurn.countOperation(isolation: actor)
        if let value = reader.inbox.nextTaken() { return value }
        switch await reader.inbox.next(isolation: actor) {
        case .next(let value): return value
        case .failed(let failure): throw failure
        case .completed, .interrupted: return nil
        }
      }
    }
  }

  /// Ends the start when the last copy of the iterator is gone.
  @usableFromInline final class InboxReader<Value: Sendable, Failure: Error>: Sendable {
    @usableFromInline let inbox: Inbox<Value, Failure>

    @inlinable init(_ inbox: Inbox<Value, Failure>) { self.inbox = inbox }

    @inlinable deinit { inbox.cancel() }
  }

  @inline(never) @usableFromInline func stopSecondReader() -> Never {
    fatalError(
      "values(buffering:): one task at a time iterates, and another one is waiting for a value; give each task an "
        + "iterator of its own, or share the stream with `share()`")
  }

  /// Events on their way to a task.
  ///
  /// The task takes the values that wait out of the state all at once, and then consumes them without the lock.
  @usableFromInline package final class Inbox<Value: Sendable, Failure: Error>: ValueHolder {
    @usableFromInline package typealias Waiting = Waiter<Event<Value, Failure>>

    @usableFromInline struct State: Sendable {
      @usableFromInline var values: Backlog<Value>
      @usableFromInline var end: Termination<Failure>?
      @usableFromInline var waiting: Waiting?

      @inlinable init(_ buffering: Buffering) { values = Backlog(buffering) }
    }

    @usableFromInline let subscription = Subscription()
    @usableFromInline let state: Guarded<State>
    /// What the task has taken.
    @usableFromInline let taken: ReaderShare<Value>
    @usableFromInline let drops: MutableProperty<Int>?

    @inlinable package init(_ buffering: Buffering, _ drops: MutableProperty<Int>?) {
      state = Guarded(State(buffering))
      taken = ReaderShare(limit: buffering.limitOfPausing ?? .max)
      self.drops = drops
    }

    /// What the task has taken counts as it last said.
    @usableFromInline package var holding: Holding { state.withLock { $0.values.holding } }

    // MARK: The stream

    @inlinable package func attach(_ attach: (Observer<Value, Failure>, Subscription) -> Void) {
      let observer = Observer<Value, Failure>(next: { self.add($0) }, end: { self.end($0) })
      holdsValues(of: subscription, as: "values()")
      if taken.limit == .max { return attach(observer, subscription) }
      taken.beginWriting()
      runSource { attach(observer, subscription) }
    }

    /// Starts or resumes the source, for the task, after `beginWriting`.
    @inlinable func runSource(_ run: () -> Void) {
      run()
      let isOnlyWriter = state.withLock { state in
        state.values.countInReader = taken.values.count
        return taken.endWriting()
      }
      // Half of the limit, so that the source works meanwhile; but none if it works on the task's own thread.
      taken.countToResumeAt = isOnlyWriter && !taken.values.isEmpty ? 0 : taken.limit / 2
    }

    @inlinable @inline(__always) func add(_ value: Value) {
      if !taken.isWrittenByCaller { return addElsewhere(value) }
      if !taken.appendInRoom(value) { addLast(value) }
    }

    /// The task may have enough, and its own thread runs the source.
    @inlinable @inline(never) func addLast(_ value: Value) {
      if !taken.append(value) { return }
      let isFirst = state.withLock { $0.values.beginPause(taken.values.count) }
      if isFirst { subscription.pause() }
    }

    @inlinable @inline(never) func addElsewhere(_ value: Value) {
      let (waiting, arrival) = state.withLock { state -> (Waiting?, Backlog<Value>.Arrival) in
        if let count = taken.leaveToOtherWriter() { state.values.countInReader = count }
        if state.end != nil { return (nil, .kept) }
        if let waiting = state.waiting.take() { return (waiting, .kept) }
        return (nil, state.values.add(value))
      }
      waiting?.resume(returning: .next(value))
      switch arrival {
      case .kept: break
      case .filled: subscription.pause()
      case .dropped: drops?.modify { $0 += 1 }
      }
    }

    @inlinable func end(_ termination: Termination<Failure>) {
      let waiting = state.withLock { state in
        let waiting = state.waiting.take()
        // A task that waits throws a failure now, and only once.
        if state.end == nil { state.end = waiting == nil ? termination : .completed }
        return waiting
      }
      waiting?.resume(returning: Event(termination))
    }

    // MARK: The task

    /// A value that the task has taken before; nil if none is left, or the task is cancelled.
    @inlinable @inline(__always) package func nextTaken() -> Value? {
      if taken.values.isEmpty || CurrentThread.isTaskCancelled { return nil }
      let value = taken.values.removeFirst()
      if taken.values.count == taken.countToResumeAt { resume() }
      return value
    }

    @inlinable func next(isolation actor: isolated (any Actor)?) async -> Event<Value, Failure> {
      if Task.isCancelled {
        cancel()
        taken.values.removeAll()
      }
      if let event = take() { return event }
      return await withTaskCancellationHandler {
        await untilResumed(isolation: actor) { waiting in
          if let event = take(orWaitWith: waiting) { waiting.resume(returning: event) }
        }
      } onCancel: {
        cancel()
      }
    }

    /// What is there: the oldest value, or the end.
    @inlinable package func take(orWaitWith waiting: Waiting? = nil) -> Event<Value, Failure>? {
      let event = state.withLock { state -> Event<Value, Failure>? in
        state.values.moveBatch(to: &taken.values)
        if !taken.values.isEmpty { return nil }
        if let end = state.end {
          // It is thrown once.
          state.end = .completed
          return Event(end)
        }
        if let waiting {
          if state.waiting != nil { stopSecondReader() }
          state.waiting = waiting
        }
        return nil
      }
      if taken.values.isEmpty { return event }
      let value = taken.values.removeFirst()
      if taken.values.count <= taken.countToResumeAt { resume() }
      return .next(value)
    }

    /// Resumes the source, if it is paused and the task has consumed enough.
    @inlinable @inline(never) func resume() {
      let resumes = state.withLock { state in
        state.values.moveBatch(to: &taken.values)
        guard state.values.takeResumption() else { return false }
        // Under the lock: what another thread writes from now on comes after what the source writes directly.
        taken.beginWriting()
        return true
      }
      if resumes { runSource { subscription.resume() } }
    }

    /// Ends the start. Nothing more comes.
    @inlinable func cancel() {
      let (waiting, dropped, end) = state.withLock { state in
        let dropped = state.values.waiting
        state.values.waiting.removeAll()
        return (state.waiting.take(), dropped, exchange(&state.end, with: .interrupted))
      }
      // Released here, outside the lock: that may run code outside the library.
      withExtendedLifetime((dropped, end)) {}
      waiting?.resume(returning: .interrupted)
      subscription.dispose()
    }
  }

#endif
