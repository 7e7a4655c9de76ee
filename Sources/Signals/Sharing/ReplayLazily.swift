extension EventStream where D == Pull {
  /// Does the work once, however often it is started, and gives its last values and its end to every observer.
  ///
  ///     in    --a--b--c--|
  ///           replayLazily(2)
  ///     1st   --a--b--c--|
  ///     2nd               (bc|)    (started after the end)
  ///
  /// The first start begins the work, which goes on when no subscriber is left. The work is interrupted when no
  /// further start is possible: when all copies of the producer are gone, and all its starts have ended or were
  /// disposed of. To keep the work running even then, use `share(replay: n, scope: .forever)`.
  ///
  /// - Completes: with the source; a later start gets the values and the completion at once.
  /// - Fails: with the source; a later start gets the values and the failure at once.
  /// - Buffers: the last `capacity` values, as long as there is a reference to the producer.
  /// - Precondition: `capacity` is not negative.
  @inlinable public func replayLazily(_ capacity: Int) -> Self {
    require(capacity >= 0, "replayLazily(_:)", "the capacity must not be negative", capacity)
    let handle = SharedWorkHandle(SharedWork(source: self, replay: capacity, scope: .forever))
    return Self(
      .pull { observer, start in
        // The start keeps a reference to the work for as long as the start lasts.
        start.onEnd { withExtendedLifetime(handle) {} }
        handle.work.attach(observer, start)
      })
  }
}

/// Shared by the copies of the producer and by its starts. When the last one is gone, no further start is possible.
@usableFromInline final class SharedWorkHandle<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline let work: SharedWork<Value, Failure>

  @inlinable init(_ work: SharedWork<Value, Failure>) { self.work = work }

  deinit { work.dispose() }
}
