// What signals or producers alone have, again for the other ones, so that the compiler says what to use instead. The
// closures of these declarations fit whether `on: .shared` is written or not.

#if !hasFeature(Embedded)

  // MARK: On a signal

  extension EventStream where D == Push {
    @discardableResult
    @available(*, unavailable, renamed: "observe(_:)", message: "a signal is observed, a producer is started")
    public func start(_ observer: Observer<Value, Failure>? = nil) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, renamed: "observe(_:)", message: "a signal is observed, a producer is started")
    public func start(
      on actor: MainActor? = nil, _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeValues(_:)", message: "a signal is observed, a producer is started"
    )
    public func startWithValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeCompleted(_:)", message: "a signal is observed, a producer is started"
    )
    public func startWithCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeFailed(_:)", message: "a signal is observed, a producer is started"
    )
    public func startWithFailed(
      on actor: MainActor? = nil, _ action: @MainActor (Failure) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeInterrupted(_:)",
      message: "a signal is observed, a producer is started"
    )
    public func startWithInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeResult(_:)", message: "a signal is observed, a producer is started"
    )
    public func startWithResult(
      on actor: MainActor? = nil, _ action: @MainActor (Result<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "a signal is not started: attach the observers before it sends")
    public func startWithSignal(
      _ setup: (_ signal: Self, _ interrupter: any Disposable) -> Void
    ) -> any Disposable { fatalError() }

    @available(*, unavailable, message: "use stored(initial:), or prepend to signal.producer")
    public func prepend(_ values: Value...) -> Self { fatalError() }

    @available(*, unavailable, message: "use signal.producer.prepend(_:)")
    public func prepend<Other: EventSource>(_ other: Other) -> Self { fatalError() }

    @available(*, unavailable, message: "a signal cannot run again: use retry(_:) on the producer behind it")
    public func retry(_ count: Int) -> Self { fatalError() }

    @available(
      *, unavailable, message: "a signal cannot run again: use retry(_:on:) on the producer behind it"
    )
    public func retry(_ policy: RetryPolicy<Failure>, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(
      *, unavailable, message: "a signal cannot run again: use retry(when:) on the producer behind it"
    )
    public func retry<Trigger: EventSource>(when trigger: (Failure) -> Trigger) -> Self { fatalError() }

    @available(*, unavailable, message: "a signal cannot run again: use repeat(_:) on the producer behind it")
    public func `repeat`(_ count: Int) -> Self { fatalError() }

    @available(
      *, unavailable, message: "a signal cannot run again: use repeatForever() on the producer behind it"
    )
    public func repeatForever() -> Self { fatalError() }

    @available(*, unavailable, message: "use producer.share(replay:)")
    public func share(replay count: Int, scope: ShareScope = .whileObserved) -> Self { fatalError() }

    @available(*, unavailable, message: "use signal.producer.replayLazily(_:)")
    public func replayLazily(_ capacity: Int) -> Self { fatalError() }

    @available(*, unavailable, message: "leave it out: the observers of a signal share it already")
    public func multicast() -> Connectable<Value, Failure> { fatalError() }

    @available(*, unavailable, message: "leave it out: a signal can be used several times")
    public func multicast<Output: EventSource>(_ body: (Self) -> Output) -> Output { fatalError() }

    @available(*, unavailable, message: "use producer.buffer(_:onOverflow:): a signal cannot wait")
    public func buffer(_ limit: Int, onOverflow overflow: Overflow) -> Self { fatalError() }

    @available(*, unavailable, message: "a signal is running already: use delay(_:on:)")
    public func delayStart(_ interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(*, unavailable, message: "a signal is running already: use receive(on:)")
    public func start(on scheduler: some Scheduler) -> Self { fatalError() }
  }

  // MARK: On a producer

  extension EventStream where D == Pull {
    @discardableResult
    @available(*, unavailable, renamed: "start(_:)", message: "a producer is started, a signal is observed")
    public func observe(_ observer: Observer<Value, Failure>) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, renamed: "start(_:)", message: "a producer is started, a signal is observed")
    public func observe(
      on actor: MainActor? = nil, _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "use lifetime += producer.start(_:)")
    public func observe(during lifetime: Lifetime, _ observer: Observer<Value, Failure>) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "use lifetime += producer.start(_:)")
    public func observe(
      during lifetime: Lifetime, on actor: MainActor? = nil,
      _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithValues(_:)", message: "a producer is started, a signal is observed"
    )
    public func observeValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithCompleted(_:)",
      message: "a producer is started, a signal is observed"
    )
    public func observeCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithFailed(_:)", message: "a producer is started, a signal is observed"
    )
    public func observeFailed(
      on actor: MainActor? = nil, _ action: @MainActor (Failure) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithInterrupted(_:)",
      message: "a producer is started, a signal is observed"
    )
    public func observeInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithResult(_:)", message: "a producer is started, a signal is observed"
    )
    public func observeResult(
      on actor: MainActor? = nil, _ action: @MainActor (Result<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }
  }

#endif
