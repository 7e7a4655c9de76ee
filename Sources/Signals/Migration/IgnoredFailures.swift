// The terminals that ignore failures, again for streams that can fail, so that the compiler says what to do about them.

#if !hasFeature(Embedded)

  extension EventStream where D == Pull {
    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use startWithFailed(_:), startWithResult(_:), or first completeOnError(); see 'When the compiler complains'"
    )
    public func start() -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use startWithResult(_:), or first replaceError(with:), catch(_:), assertNoFailure(); see 'When the compiler complains'"
    )
    public func startWithValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use start(_:) with a closure, or first completeOnError(); see 'When the compiler complains'"
    )
    public func startWithCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use start(_:) with a closure, or first completeOnError(); see 'When the compiler complains'"
    )
    public func startWithInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }
  }

  extension EventStream where D == Push {
    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use observeResult(_:), or first replaceError(with:), catch(_:), assertNoFailure(); see 'When the compiler complains'"
    )
    public func observeValues(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use observe(_:) with a closure, or first completeOnError(); see 'When the compiler complains'"
    )
    public func observeCompleted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message:
        "the stream can fail: use observe(_:) with a closure, or first completeOnError(); see 'When the compiler complains'"
    )
    public func observeInterrupted(
      on actor: MainActor? = nil, _ action: @MainActor () -> Void
    ) -> any Disposable { fatalError() }
  }

  extension Future {
    @discardableResult
    @available(
      *, unavailable,
      message: "the future can fail: use start(_:), or first recover(_:); see 'When the compiler complains'"
    )
    public func start() -> any Disposable { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message: "the future can fail: use start(_:), or first recover(_:); see 'When the compiler complains'"
    )
    public func startWithValue(
      on actor: MainActor? = nil, _ action: @MainActor (Value) -> Void
    ) -> any Disposable { fatalError() }
  }

#endif
