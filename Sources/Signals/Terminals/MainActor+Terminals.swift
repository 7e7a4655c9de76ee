#if !hasFeature(Embedded)

  // Each terminal again for code of the main actor, as user interfaces have. Events are taken to the main actor first, as
  // by `receive(on:)`, and after `dispose()` has returned there, nothing comes any more (contracts A3, D2).

  extension EventStream where D == Pull {
    /// Starts the work; calls `action` on the main actor with each event.
    @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void
    ) -> any Disposable {
      onMainActor.start(hopped(action))
    }

    /// Starts the work; calls `action` on the main actor with each value.
    @discardableResult
    public func startWithValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void
    ) -> any Disposable {
      onMainActor.startWithValues(hopped(action))
    }

    /// Starts the work; calls `action` on the main actor when it completes.
    @discardableResult
    public func startWithCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void
    ) -> any Disposable {
      onMainActor.startWithCompleted(hopped(action))
    }

    /// Starts the work; calls `action` on the main actor when it fails.
    @discardableResult
    public func startWithFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void
    ) -> any Disposable {
      onMainActor.startWithFailed(hopped(action))
    }

    /// Starts the work; calls `action` on the main actor when it is interrupted.
    @discardableResult
    public func startWithInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void
    ) -> any Disposable {
      onMainActor.startWithInterrupted(hopped(action))
    }

    /// Starts the work; calls `action` on the main actor with each value as a success, and with the failure.
    @discardableResult
    public func startWithResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void
    ) -> any Disposable {
      onMainActor.startWithResult(hopped(action))
    }
  }

  extension EventStream where D == Push {
    /// Calls `action` on the main actor with each event.
    @discardableResult
    public func observe(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void
    ) -> any Disposable {
      onMainActor.observe(hopped(action))
    }

    /// Calls `action` on the main actor with each event until `lifetime` ends.
    @discardableResult
    public func observe(
      during lifetime: Lifetime, on actor: MainActor,
      _ action: @escaping @MainActor @Sendable (Event<Value, Failure>) -> Void
    ) -> any Disposable {
      onMainActor.observe(during: lifetime, hopped(action))
    }

    /// Calls `action` on the main actor with each value.
    @discardableResult
    public func observeValues(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void
    ) -> any Disposable {
      onMainActor.observeValues(hopped(action))
    }

    /// Calls `action` on the main actor when the signal completes.
    @discardableResult
    public func observeCompleted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void
    ) -> any Disposable {
      onMainActor.observeCompleted(hopped(action))
    }

    /// Calls `action` on the main actor when the signal fails.
    @discardableResult
    public func observeFailed(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Failure) -> Void
    ) -> any Disposable {
      onMainActor.observeFailed(hopped(action))
    }

    /// Calls `action` on the main actor when the signal is interrupted, or was over already.
    @discardableResult
    public func observeInterrupted(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable () -> Void
    ) -> any Disposable {
      onMainActor.observeInterrupted(hopped(action))
    }

    /// Calls `action` on the main actor with each value as a success, and with the failure.
    @discardableResult
    public func observeResult(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void
    ) -> any Disposable {
      onMainActor.observeResult(hopped(action))
    }
  }

  extension Future {
    /// Does the work; calls `action` on the main actor with the result.
    @discardableResult
    public func start(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Result<Value, Failure>) -> Void
    ) -> any Disposable {
      producer.startWithResult(on: actor, action)
    }
  }

  extension Future where Failure == Never {
    /// Does the work, which cannot fail; calls `action` on the main actor with the value.
    @discardableResult
    public func startWithValue(
      on actor: MainActor, _ action: @escaping @MainActor @Sendable (Value) -> Void
    ) -> any Disposable {
      producer.startWithValues(on: actor, action)
    }
  }

  extension EventStream {
    fileprivate var onMainActor: Self { receive(on: MainActorScheduler.shared) }
  }

  /// For a closure that the scheduler of the main actor calls.
  private func hopped<Argument: Sendable>(
    _ action: @escaping @MainActor @Sendable (Argument) -> Void
  ) -> @Sendable (Argument) -> Void {
    { argument in MainActor.assumeIsolated { action(argument) } }
  }

  private func hopped(_ action: @escaping @MainActor @Sendable () -> Void) -> @Sendable () -> Void {
    { MainActor.assumeIsolated { action() } }
  }

#endif
