extension EventStream {
  /// Runs side effects after events have been passed on; the events stay as they are.
  ///
  ///     in   --a--b--|
  ///          after(next: { print($0) })
  ///     out  --a--b--|
  ///
  /// Where the side effect has to run before the observers receive the event, use
  /// ``on(starting:started:event:next:failed:completed:interrupted:terminated:disposed:)``. `terminated` runs after
  /// `failed`, `completed` or `interrupted`. A value that is sent from inside a callback, or while another thread
  /// delivers, may wait downstream of a join when its side effect runs (contract E7).
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func after(
    next: (@Sendable (Value) -> Void)? = nil,
    failed: (@Sendable (Failure) -> Void)? = nil,
    completed: (@Sendable () -> Void)? = nil,
    interrupted: (@Sendable () -> Void)? = nil,
    terminated: (@Sendable () -> Void)? = nil
  ) -> Self {
    stage { observer, _ in
      Observer(
        next: { value in
          observer.next(value)
          next?(value)
        },
        end: { termination in
          observer.end(termination)
          switch termination {
          case .failed(let failure): failed?(failure)
          case .completed: completed?()
          case .interrupted: interrupted?()
          }
          terminated?()
        })
    }
  }
}
