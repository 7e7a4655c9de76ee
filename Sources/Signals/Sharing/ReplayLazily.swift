extension EventStream where D == Pull {
  /// Does the work once, however often it is started, and gives its last values and its end to every observer.
  ///
  ///     in    --a--b--c--|
  ///           replayLazily(2)
  ///     1st   --a--b--c--|
  ///     2nd               (bc|)    (started after the end)
  ///
  /// The first start begins the work, and it goes on when nobody is left. It is interrupted when nobody
  /// can come any more: when the producer is gone, all its copies, and all its starts have ended or were
  /// disposed of. To keep it running even then, use `share(replay: n, scope: .forever)`.
  ///
  /// - Completes: with the source; who starts later gets the values and the completion at once.
  /// - Fails: with the source; who starts later gets the values and the failure at once.
  /// - Buffers: the last `capacity` values, as long as somebody refers to the producer.
  /// - Precondition: `capacity` is not negative.
  public func replayLazily(_ capacity: Int) -> Self {
    require(capacity >= 0, "replayLazily", "the capacity must not be negative", capacity)
    let handle = SharedWorkHandle(SharedWork(source: self, replay: capacity, scope: .forever))
    return Self(
      .pull { observer, start in
        // For as long as the start lasts, it is one who refers to the work.
        start.onEnd { withExtendedLifetime(handle) {} }
        handle.work.attach(observer, start)
      })
  }
}

/// What the copies of the producer share. The last one gone means that nobody can start it any more.
private final class SharedWorkHandle<Value: Sendable, Failure: Error>: Sendable {
  let work: SharedWork<Value, Failure>

  init(_ work: SharedWork<Value, Failure>) { self.work = work }

  deinit { work.dispose() }
}
