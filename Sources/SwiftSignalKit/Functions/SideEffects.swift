import Signals

/// Runs `f` with each value, before it is passed on.
@preconcurrency @inlinable public func beforeNext<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  map { value in
    _ = f(value)
    return value
  }
}

/// Runs `f` with each value, after it was passed on.
@preconcurrency @inlinable public func afterNext<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      signal.core.stage { observer, _ in
        Observer(
          next: { [next = observer.next] value in
            next(value)
            _ = f(value.value)
          }, end: observer.end)
      })
  }
}

/// Runs `f` at each start, before the source is started.
@preconcurrency @inlinable public func beforeStarted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(signal.core.on(starting: f)) }
}

/// Runs `f` when the source completes, before that is passed on.
@preconcurrency @inlinable public func beforeCompleted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  aroundCompletion(before: f, after: {})
}

/// Runs `f` when the source has completed, after that was passed on.
@preconcurrency @inlinable public func afterCompleted<T, E>(
  _ f: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  aroundCompletion(before: {}, after: f)
}

/// Nothing runs if a handler has disposed of the start in the value that the completion comes with.
@inlinable func aroundCompletion<T, E>(
  before: @escaping @Sendable () -> Void, after: @escaping @Sendable () -> Void
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      signal.core.stage { observer, source in
        Observer(
          next: observer.next,
          end: { termination in
            let runs = termination.isCompleted && !source.isDisposed
            if runs { before() }
            observer.end(termination)
            if runs { after() }
          })
      })
  }
}

/// Runs `f` when a start has ended or was disposed of, after all resources of the source were disposed of.
///
/// If all references to a start are released before it has ended, `f` does not run.
@preconcurrency @inlinable public func afterDisposed<T, E, R>(
  _ f: @escaping @Sendable () -> R
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      .attaching { observer, start in
        start.noteStage()
        start.becomeSilent()
        start.onEnd({ _ = f() }, after: { signal.core.attach(observer, start) })
      })
  }
}

/// Runs side effects that share a state, made anew at each start. Each runs before its event is passed on;
/// `disposed` runs as with ``afterDisposed(_:)``.
@preconcurrency @inlinable public func withState<T, E, S>(
  _ signal: Signal<T, E>, _ initialState: @escaping @Sendable () -> S,
  next: @escaping @Sendable (T, S) -> Void = { _, _ in },
  error: @escaping @Sendable (E, S) -> Void = { _, _ in },
  completed: @escaping @Sendable (S) -> Void = { _ in },
  disposed: @escaping @Sendable (S) -> Void = { _ in }
) -> Signal<T, E> {
  deferred {
    let state = Carried(initialState())
    let watched = signal.core.on(
      next: { next($0.value, state.value) }, failed: { error($0.error, state.value) })
    return Signal(watched) |> beforeCompleted { completed(state.value) }
      |> afterDisposed { disposed(state.value) }
  }
}
