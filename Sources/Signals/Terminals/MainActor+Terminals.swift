#if !hasFeature(Embedded)

  // Each terminal again for code of the main actor, as user interfaces have. Events are taken to the main actor first,
  // as by `receive(on:)`. After `dispose()` has returned there, no event comes any more but the interruption. The
  // interruption is a job of its own, because another thread may have disposed of the start (contracts A3, D2). What the
  // closure captured is released on the main actor.

  extension EventStream where D == Pull {
    /// Starts the work; calls `action` on the main actor with each event.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(next: { action(.next($0)) }, end: { action(Event($0)) }), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it fails.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(end: { if case .failed(let failure) = $0 { action(failure) } }), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor with each value as a success, and with the failure.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(
        ActorReceiver(
          next: { action(.success($0)) },
          end: { if case .failed(let failure) = $0 { action(.failure(failure)) } }), fileID, line)
    }
  }

  extension EventStream where D == Push {
    /// Calls `action` on the main actor with each event.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observe(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(next: { action(.next($0)) }, end: { action(Event($0)) }), fileID, line)
    }

    /// Calls `action` on the main actor with each event until `lifetime` ends.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observe(
      during lifetime: Lifetime, on actor: MainActor,
      _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      lifetime.adding(observe(on: actor, action, fileID: fileID, line: line))
    }

    /// Calls `action` on the main actor when the signal fails.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observeFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(end: { if case .failed(let failure) = $0 { action(failure) } }), fileID, line)
    }

    /// Calls `action` on the main actor with each value as a success, and with the failure.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observeResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(
        ActorReceiver(
          next: { action(.success($0)) },
          end: { if case .failed(let failure) = $0 { action(.failure(failure)) } }), fileID, line)
    }
  }

  extension EventStream where D == Pull, Failure == Never {
    /// Starts the work; calls `action` on the main actor with each value.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(next: action), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it completes.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(end: { if case .completed = $0 { action() } }), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it is interrupted.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @inlinable @discardableResult
    public func startWithInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      start(ActorReceiver(end: { if case .interrupted = $0 { action() } }), fileID, line)
    }
  }

  extension EventStream where D == Push, Failure == Never {
    /// Calls `action` on the main actor with each value.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observeValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(next: action), fileID, line)
    }

    /// Calls `action` on the main actor when the signal completes.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observeCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(end: { if case .completed = $0 { action() } }), fileID, line)
    }

    /// Calls `action` on the main actor when the signal is interrupted, or was over already.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @inlinable @discardableResult
    public func observeInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observe(ActorReceiver(end: { if case .interrupted = $0 { action() } }), fileID, line)
    }
  }

#endif
