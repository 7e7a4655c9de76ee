#if !hasFeature(Embedded)

  // Each terminal again for code of the main actor, as user interfaces have. Events are taken to the main actor first,
  // as by `receive(on:)`. After `dispose()` has returned there, no event comes any more but the interruption. The
  // interruption is a job of its own, because another thread may have disposed of the start (contracts A3, D2). What the
  // closure captured is released on the main actor.

  extension EventStream where D == Pull {
    /// Starts the work; calls `action` on the main actor with each event.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(Observer(hopped(action)), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it fails.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(Observer(failed: hopped(action)), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor with each value as a success, and with the failure.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(.results(hopped(action)), fileID, line)
    }
  }

  extension EventStream where D == Push {
    /// Calls `action` on the main actor with each event.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
    public func observe(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(Observer(hopped(action)), fileID, line)
    }

    /// Calls `action` on the main actor with each event until `lifetime` ends.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
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
    @discardableResult
    public func observeFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(Observer(failed: hopped(action)), fileID, line)
    }

    /// Calls `action` on the main actor with each value as a success, and with the failure.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
    public func observeResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(.results(hopped(action)), fileID, line)
    }
  }

  extension EventStream where D == Pull, Failure == Never {
    /// Starts the work; calls `action` on the main actor with each value.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(.values(hopped(action)), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it completes.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(Observer(completed: hopped(action)), fileID, line)
    }

    /// Starts the work; calls `action` on the main actor when it is interrupted.
    ///
    /// - Buffers: 1024 values that the main actor has not come to yet; then a source that can wait is paused.
    @discardableResult
    public func startWithInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      startOnMainActor(Observer(interrupted: hopped(action)), fileID, line)
    }
  }

  extension EventStream where D == Push, Failure == Never {
    /// Calls `action` on the main actor with each value.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
    public func observeValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(.values(hopped(action)), fileID, line)
    }

    /// Calls `action` on the main actor when the signal completes.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
    public func observeCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(Observer(completed: hopped(action)), fileID, line)
    }

    /// Calls `action` on the main actor when the signal is interrupted, or was over already.
    ///
    /// - Buffers: everything that the main actor has not come to yet.
    @discardableResult
    public func observeInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      observeOnMainActor(Observer(interrupted: hopped(action)), fileID, line)
    }
  }

  extension Future {
    /// Does the work; calls `action` on the main actor with the result.
    @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithResult(on: actor, action, fileID: fileID, line: line)
    }
  }

  extension Future where Failure == Never {
    /// Does the work, which cannot fail; calls `action` on the main actor with the value.
    @discardableResult
    public func startWithValue(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void,
      fileID: StaticString = #fileID, line: UInt = #line
    ) -> any Disposable {
      producer.startWithValues(on: actor, action, fileID: fileID, line: line)
    }
  }

  extension EventStream where D == Pull {
    fileprivate func startOnMainActor(
      _ observer: Observer<Value, Failure>, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      receive(on: MainActorScheduler.shared).start(observer, fileID: fileID, line: line)
    }
  }

  extension EventStream where D == Push {
    fileprivate func observeOnMainActor(
      _ observer: Observer<Value, Failure>, _ fileID: StaticString, _ line: UInt
    ) -> any Disposable {
      observe(observer.listedIfRecorded(fileID, line), on: MainActorScheduler.shared)
    }
  }

  private func hopped<Argument: Sendable>(
    _ action: @escaping @MainActor @Sendable (Argument) -> Void
  ) -> @Sendable (Argument) -> Void {
    MainActorScheduler.hopped(action)
  }

  private func hopped(_ action: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    let action = MainActorScheduler.hopped { (_: Void) in action() }
    return { action(()) }
  }

#endif
