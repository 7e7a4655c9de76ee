// The terminals for actors with a closure that does not take the actor, as it is written with `self` first, so that the
// compiler says how to get at the state of the actor.

#if !hasFeature(Embedded)

  extension EventStream where D == Pull {
    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, event in … }; see 'When the compiler complains'"
    )
    public func start<A: Actor>(on actor: A, _ action: (Event<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, value in … }; see 'When the compiler complains'"
    )
    public func startWithValues<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor in … }; see 'When the compiler complains'"
    )
    public func startWithCompleted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, failure in … }; see 'When the compiler complains'"
    )
    public func startWithFailed<A: Actor>(on actor: A, _ action: (Failure) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor in … }; see 'When the compiler complains'"
    )
    public func startWithInterrupted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, result in … }; see 'When the compiler complains'"
    )
    public func startWithResult<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void)
      -> any Disposable
    { fatalError() }
  }

  extension EventStream where D == Push {
    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, event in … }; see 'When the compiler complains'"
    )
    public func observe<A: Actor>(on actor: A, _ action: (Event<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, value in … }; see 'When the compiler complains'"
    )
    public func observeValues<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor in … }; see 'When the compiler complains'"
    )
    public func observeCompleted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, failure in … }; see 'When the compiler complains'"
    )
    public func observeFailed<A: Actor>(on actor: A, _ action: (Failure) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor in … }; see 'When the compiler complains'"
    )
    public func observeInterrupted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, result in … }; see 'When the compiler complains'"
    )
    public func observeResult<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void)
      -> any Disposable
    { fatalError() }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, event in … }; see 'When the compiler complains'"
    )
    public func observe<A: Actor>(
      during lifetime: Lifetime, on actor: A, _ action: (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }
  }

  extension Future {
    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, result in … }; see 'When the compiler complains'"
    )
    public func start<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(
      *, unavailable,
      message: "the closure gets the actor first: { actor, value in … }; see 'When the compiler complains'"
    )
    public func startWithValue<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }
  }

#endif
