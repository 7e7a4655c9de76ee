extension EventStream {
  /// Runs side effects as events go by; the events stay as they are.
  ///
  ///     in   --a--b--|
  ///          on(next: { print($0) })
  ///     out  --a--b--|
  ///
  /// Each side effect runs before its event is passed on. `starting` runs before the source is attached:
  /// at each start of a producer, once when a signal is derived. `terminated` runs after `failed`, `completed`
  /// or `interrupted`. `disposed` runs last, when nothing of the stream is attached any more, for whatever reason.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func on(
    starting: (@Sendable () -> Void)? = nil,
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
          next?(value)
          observer.next(value)
        },
        end: { termination in
          switch termination {
          case .failed(let failure): failed?(failure)
          case .completed: completed?()
          case .interrupted: interrupted?()
          }
          terminated?()
          observer.end(termination)
        })
    }
    if starting == nil, disposed == nil { return watched }
    return watched.bracketed(starting: starting, disposed: disposed)
  }
}
