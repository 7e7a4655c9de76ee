// What signals or producers alone have, again for the other ones, so that the compiler says what to use instead. The
// closures of these declarations fit whether `on: .shared` is written or not.

#if !hasFeature(Embedded)

  // MARK: On a signal

  extension EventStream where D == Push {
    @discardableResult
    @available(
      *, unavailable, renamed: "observe(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func start(_ observer: Observer<Value, Failure>? = nil) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observe(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func start(
      on actor: MainActor? = nil, _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeValues(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func startWithValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeCompleted(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func startWithCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeFailed(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func startWithFailed(
      on actor: MainActor? = nil, _ action: @MainActor (Failure) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeInterrupted(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func startWithInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "observeResult(_:)",
      message: "a signal is observed, a producer is started; see 'When the compiler complains'"
    )
    public func startWithResult(
      on actor: MainActor? = nil, _ action: @MainActor (Result<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "a signal is not started: attach the observers before it sends; see 'When the compiler complains'"
    )
    public func startWithSignal(
      _ setup: (_ signal: Self, _ interrupter: any Disposable) -> Void
    ) -> any Disposable { fatalError() }

    @available(
      *, unavailable,
      message: "use stored(initial:), or prepend to signal.producer; see 'When the compiler complains'"
    )
    public func prepend(_ values: Value...) -> Self { fatalError() }

    @available(*, unavailable, message: "use signal.producer.prepend(_:); see 'When the compiler complains'")
    public func prepend<Other: EventSource>(_ other: Other) -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "a signal cannot run again: use retry(_:) on the producer behind it; see 'When the compiler complains'"
    )
    public func retry(_ count: Int) -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "a signal cannot run again: use retry(_:on:) on the producer behind it; see 'When the compiler complains'"
    )
    public func retry(_ policy: RetryPolicy<Failure>, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "a signal cannot run again: use retry(when:) on the producer behind it; see 'When the compiler complains'"
    )
    public func retry<Trigger: EventSource>(when trigger: (Failure) -> Trigger) -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "a signal cannot run again: use repeat(_:) on the producer behind it; see 'When the compiler complains'"
    )
    public func `repeat`(_ count: Int) -> Self { fatalError() }

    @available(
      *, unavailable,
      message:
        "a signal cannot run again: use repeatForever() on the producer behind it; see 'When the compiler complains'"
    )
    public func repeatForever() -> Self { fatalError() }

    @available(*, unavailable, message: "use producer.share(replay:); see 'When the compiler complains'")
    public func share(replay count: Int, scope: ShareScope = .whileObserved) -> Self { fatalError() }

    @available(
      *, unavailable, message: "use signal.producer.replayLazily(_:); see 'When the compiler complains'"
    )
    public func replayLazily(_ capacity: Int) -> Self { fatalError() }

    @available(
      *, unavailable,
      message: "leave it out: the observers of a signal share it already; see 'When the compiler complains'"
    )
    public func multicast() -> Connectable<Value, Failure> { fatalError() }

    @available(
      *, unavailable,
      message: "leave it out: a signal can be used several times; see 'When the compiler complains'"
    )
    public func multicast<Output: EventSource>(_ body: (Self) -> Output) -> Output { fatalError() }

    @available(
      *, unavailable,
      message: "use producer.buffer(_:onOverflow:): a signal cannot wait; see 'When the compiler complains'"
    )
    public func buffer(_ limit: Int, onOverflow overflow: Overflow) -> Self { fatalError() }

    @available(
      *, unavailable,
      message: "a signal is running already: use delay(_:on:); see 'When the compiler complains'"
    )
    public func delayStart(_ interval: Duration, on scheduler: some Scheduler) -> Self { fatalError() }

    @available(
      *, unavailable,
      message: "a signal is running already: use receive(on:); see 'When the compiler complains'"
    )
    public func start(on scheduler: some Scheduler) -> Self { fatalError() }
  }

  // MARK: On a producer

  extension EventStream where D == Pull {
    @discardableResult
    @available(
      *, unavailable, renamed: "start(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observe(_ observer: Observer<Value, Failure>) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "start(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observe(
      on actor: MainActor? = nil, _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, message: "use lifetime += producer.start(_:); see 'When the compiler complains'"
    )
    public func observe(during lifetime: Lifetime, _ observer: Observer<Value, Failure>) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable, message: "use lifetime += producer.start(_:); see 'When the compiler complains'"
    )
    public func observe(
      during lifetime: Lifetime, on actor: MainActor? = nil,
      _ action: @MainActor (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithValues(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observeValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithCompleted(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observeCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithFailed(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observeFailed(
      on actor: MainActor? = nil, _ action: @MainActor (Failure) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithInterrupted(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observeInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable, renamed: "startWithResult(_:)",
      message: "a producer is started, a signal is observed; see 'When the compiler complains'"
    )
    public func observeResult(
      on actor: MainActor? = nil, _ action: @MainActor (Result<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }
  }

#endif
