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
    @inlinable @discardableResult
    public func start<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(
        ActorReceiver(on: actor, next: { action($0, .next($1)) }, end: { action($0, Event($1)) }), fileID,
        line)
    }

    /// Starts the work; calls `action` on the actor when it fails.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithFailed<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(
        ActorReceiver(on: actor, end: { if case .failed(let failure) = $1 { action($0, failure) } }), fileID,
        line)
    }

    /// Starts the work; calls `action` on the actor with each value as a success, and with the failure.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithResult<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(
        ActorReceiver(
          on: actor, next: { action($0, .success($1)) },
          end: { if case .failed(let failure) = $1 { action($0, .failure(failure)) } }), fileID, line)
    }
  }

  extension EventStream where D == Push {
    /// Calls `action` on the actor with each event.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
    public func observe<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(
        ActorReceiver(on: actor, next: { action($0, .next($1)) }, end: { action($0, Event($1)) }), fileID,
        line)
    }

    /// Calls `action` on the actor with each event until `lifetime` ends.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
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
    @inlinable @discardableResult
    public func observeFailed<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(
        ActorReceiver(on: actor, end: { if case .failed(let failure) = $1 { action($0, failure) } }), fileID,
        line)
    }

    /// Calls `action` on the actor with each value as a success, and with the failure.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
    public func observeResult<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(
        ActorReceiver(
          on: actor, next: { action($0, .success($1)) },
          end: { if case .failed(let failure) = $1 { action($0, .failure(failure)) } }), fileID, line)
    }
  }

  extension EventStream where D == Pull, Failure == Never {
    /// Starts the work; calls `action` on the actor with each value.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithValues<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(on: actor, next: action), fileID, line)
    }

    /// Starts the work; calls `action` on the actor when it completes.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithCompleted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(on: actor, end: { if case .completed = $1 { action($0) } }), fileID, line)
    }

    /// Starts the work; calls `action` on the actor when it is interrupted.
    ///
    /// - Buffers: 1024 values that the actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithInterrupted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(on: actor, end: { if case .interrupted = $1 { action($0) } }), fileID, line)
    }
  }

  extension EventStream where D == Push, Failure == Never {
    /// Calls `action` on the actor with each value.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
    public func observeValues<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A, Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(on: actor, next: action), fileID, line)
    }

    /// Calls `action` on the actor when the signal completes.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
    public func observeCompleted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(on: actor, end: { if case .completed = $1 { action($0) } }), fileID, line)
    }

    /// Calls `action` on the actor when the signal is interrupted, or was over already.
    ///
    /// - Buffers: everything that the actor has not come to yet.
    @inlinable @discardableResult
    public func observeInterrupted<A: Actor>(
      on actor: A, _ action: @escaping @Sendable (isolated A) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(on: actor, end: { if case .interrupted = $1 { action($0) } }), fileID, line)
    }
  }

#endif
