extension EventStream {
  /// Runs side effects as events go by; the events stay as they are.
  ///
  ///     in   --a--b--|
  ///          on(next: { print($0) })
  ///     out  --a--b--|
  ///
  /// Each side effect runs before its event is passed on; `event`, for events of all kinds, is the first of them.
  /// `starting` runs before the source is attached: at each start of a producer, once when a signal is derived. `started`
  /// runs when it has been attached: what it sends at once, its end included, comes before that. `terminated` runs after
  /// `failed`, `completed` or `interrupted`. `disposed` runs when nothing of the stream is attached any more, for whatever
  /// reason; only an input of a join that is in the middle of an event then disposes of its resources after that event.
  /// `starting`, `started` and `disposed` run equally often: not at all for a start that was disposed of before it began,
  /// which only interrupts. For side effects after the event there is
  /// ``after(next:failed:completed:interrupted:terminated:)``.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func on(
    starting: (@Sendable () -> Void)? = nil,
    started: (@Sendable () -> Void)? = nil,
    event: (@Sendable (Event<Value, Failure>) -> Void)? = nil,
    next: (@Sendable (Value) -> Void)? = nil,
    failed: (@Sendable (Failure) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    interrupted: (@Sendable () -> Void)? = nil,
    terminated: (@Sendable () -> Void)? = nil,
    disposed: (@Sendable () -> Void)? = nil
  ) -> Self {
    // Before the stage is made: that attaches it, and a signal that has ended interrupts its observer at once.
    if D.pushes { starting?() }
    let watched: Self = stage { observer, _ in
      Observer(
        next: { value in
          event?(.next(value))
          next?(value)
          observer.next(value)
        },
        end: { termination in
          event?(Event(termination))
          switch termination {
          case .failed(let failure): failed?(failure)
          case .completed: completed?()
          case .interrupted: interrupted?()
          }
          terminated?()
          observer.end(termination)
        })
    }
    if starting == nil, started == nil, disposed == nil { return watched }
    let bracketed = watched.bracketed(starting: starting, started: started, disposed: disposed)
    if D.pushes { started?() }
    return bracketed
  }
}
