#if !hasFeature(Embedded)

  // Each terminal again for code of any actor. The closure gets the actor as an isolated parameter, so that it may use
  // its state. Events are taken to the actor first, as by `receive(on:)`: one job at a time fetches what waits. After
  // `dispose()` has returned there, no event comes any more but the interruption, which is a job of its own, because
  // another thread may have disposed of the start (contracts A3, D2). The start keeps the actor until it ends. What the
  // closure captured is released on the actor.

  extension EventStream where D == Pull {
    /// Starts the work; calls `action` on the actor with each event.
    ///
    ///     actor Meter {
    ///       var total = 0
    ///       func add(_ numbers: SignalProducer<Int, Never>) {
    ///         numbers.startWithValues(on: self) { meter, number in meter.total += number }
    ///       }
    ///     }
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func start<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(Observer(hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Starts the work; calls `action` on the actor when it fails.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithFailed<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(Observer(failed: hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Starts the work; calls `action` on the actor with each value as a success, and with the failure.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithResult<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(.results(hopped(to: actor, action)), on: actor, fileID, line)
    }
  }

  extension EventStream where D == Push {
    /// Calls `action` on the actor with each event.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observe<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(Observer(hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Calls `action` on the actor with each event until `lifetime` ends.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observe<A: Actor>(
      during lifetime: Lifetime, on actor: A,
      _ action: @escaping @Sendable (isolated A, Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      lifetime.adding(observe(on: actor, action, fileID: fileID, line: line))
    }

    /// Calls `action` on the actor when the signal fails.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observeFailed<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(Observer(failed: hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Calls `action` on the actor with each value as a success, and with the failure.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observeResult<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(.results(hopped(to: actor, action)), on: actor, fileID, line)
    }
  }

  extension EventStream where D == Pull, Failure == Never {
    /// Starts the work; calls `action` on the actor with each value.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithValues<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(.values(hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Starts the work; calls `action` on the actor when it completes.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithCompleted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(Observer(completed: hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Starts the work; calls `action` on the actor when it is interrupted.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithInterrupted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(Observer(interrupted: hopped(to: actor, action)), on: actor, fileID, line)
    }
  }

  extension EventStream where D == Push, Failure == Never {
    /// Calls `action` on the actor with each value.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observeValues<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(.values(hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Calls `action` on the actor when the signal completes.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observeCompleted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(Observer(completed: hopped(to: actor, action)), on: actor, fileID, line)
    }

    /// Calls `action` on the actor when the signal is interrupted, or was over already.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @discardableResult
    public func observeInterrupted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(Observer(interrupted: hopped(to: actor, action)), on: actor, fileID, line)
    }
  }

  extension Future {
    /// Does the work; calls `action` on the actor with the result.
    @discardableResult
    public func start<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithResult(on: actor, action, fileID: fileID, line: line)
    }
  }

  extension Future where Failure == Never {
    /// Does the work, which cannot fail; calls `action` on the actor with the value.
    @discardableResult
    public func startWithValue<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithValues(on: actor, action, fileID: fileID, line: line)
    }
  }

  extension EventStream where D == Pull {
    fileprivate func start(
      _ observer: Observer<Value, Failure>, on actor: some Actor, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      receiving { actor.enqueue($0) }.start(observer, fileID: fileID, line: line)
    }
  }

  extension EventStream where D == Push {
    fileprivate func observe(
      _ observer: Observer<Value, Failure>, on actor: some Actor, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      observe(observer.listedIfRecorded(fileID, line)) { actor.enqueue($0) }
    }
  }

  extension Actor {
    /// Runs a job of its own on the actor. Jobs of several calls may change places; a stream has one under way at a time.
    fileprivate nonisolated func enqueue(_ job: @escaping @Sendable () -> Void) {
      Task.detached { await self.run(job) }
    }

    private func run(_ job: @Sendable () -> Void) { job() }
  }

  /// For a closure that a job of the actor calls.
  private func hopped<A: Actor, Argument: Sendable>(
    to actor: A, _ action: @escaping @Sendable (isolated A, Argument) -> Void
  ) -> @Sendable (Argument) -> Void {
    actor.keeping { argument in actor.assumeIsolated { action($0, argument) } }
  }

  private func hopped<A: Actor>(
    to actor: A, _ action: @escaping @Sendable (isolated A) -> Void
  ) -> @Sendable () -> Void {
    let action = actor.keeping { (_: Void) in actor.assumeIsolated { action($0) } }
    return { action(()) }
  }

#endif
