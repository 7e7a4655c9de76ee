// The terminals for actors with a closure that does not take the actor, as it is written with `self` first, so that the
// compiler says how to get at the state of the actor.

#if !hasFeature(Embedded)

  extension EventStream where D == Pull {
    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, event in … }")
    public func start<A: Actor>(on actor: A, _ action: (Event<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, value in … }")
    public func startWithValues<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor in … }")
    public func startWithCompleted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, failure in … }")
    public func startWithFailed<A: Actor>(on actor: A, _ action: (Failure) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor in … }")
    public func startWithInterrupted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, result in … }")
    public func startWithResult<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void)
      -> any Disposable
    { fatalError() }
  }

  extension EventStream where D == Push {
    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, event in … }")
    public func observe<A: Actor>(on actor: A, _ action: (Event<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, value in … }")
    public func observeValues<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor in … }")
    public func observeCompleted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, failure in … }")
    public func observeFailed<A: Actor>(on actor: A, _ action: (Failure) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor in … }")
    public func observeInterrupted<A: Actor>(on actor: A, _ action: () -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, result in … }")
    public func observeResult<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void)
      -> any Disposable
    { fatalError() }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, event in … }")
    public func observe<A: Actor>(
      during lifetime: Lifetime, on actor: A, _ action: (Event<Value, Failure>) -> Void
    ) -> any Disposable { fatalError() }
  }

  extension Future {
    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, result in … }")
    public func start<A: Actor>(on actor: A, _ action: (Result<Value, Failure>) -> Void) -> any Disposable {
      fatalError()
    }

    @discardableResult
    @available(*, unavailable, message: "the closure gets the actor first: { actor, value in … }")
    public func startWithValue<A: Actor>(on actor: A, _ action: (Value) -> Void) -> any Disposable {
      fatalError()
    }
  }

#endif
