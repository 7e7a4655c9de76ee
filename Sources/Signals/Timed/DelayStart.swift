extension EventStream where D == Pull {
  /// Begins the work later.
  ///
  ///     in   --a--b--|
  ///          delayStart(.seconds(3), on: scheduler)
  ///     out  -----a--b--|
  ///
  /// For producers only: a signal is not started. To delay the values, use `delay`.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  /// - Precondition: `interval` is not negative.
  @inlinable public func delayStart(_ interval: Duration, on scheduler: some Scheduler) -> Self {
    require(interval >= .zero, "delayStart(_:on:)", "the interval must not be negative", interval)
    return starting(resuming: { scheduler.schedule($0) }) { scheduler.schedule(after: interval, $0) }
  }

  /// Begins the work on a scheduler.
  ///
  ///     in   --a--b--|
  ///          start(on: scheduler)
  ///     out  --a--b--|     (the generator runs on the scheduler)
  ///
  /// Where the events come from then is for the source to say: one that runs synchronously sends them on the
  /// scheduler, also after a pause. To have events delivered on a scheduler, use `receive(on:)`.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func start(on scheduler: some Scheduler) -> Self {
    starting(resuming: { scheduler.schedule($0) }) { scheduler.schedule($0) }
  }

  /// `schedule` runs what attaches the source; `resuming` runs what goes on after a pause, nil if that needs no
  /// special place.
  @inlinable package func starting(
    resuming: (@Sendable (@escaping @Sendable () -> Void) -> Void)? = nil,
    _ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> any Disposable
  ) -> Self {
    join { junction in
      let source = Subscription()
      if let resuming {
        junction.subscription += ScheduledWork(source, resuming)
      } else {
        junction.subscription += source
      }
      junction.subscription += schedule {
        junction.attach(
          self, source, next: junction.next, endOutsideGate: { junction.end($0) })
      }
    }
  }
}

/// Work that goes on on a scheduler after a pause.
@usableFromInline final class ScheduledWork: Disposable {
  private let subscription: Subscription
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void

  @usableFromInline init(
    _ subscription: Subscription, _ schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.subscription = subscription
    self.schedule = schedule
  }

  @usableFromInline var isDisposed: Bool { subscription.isDisposed }

  @usableFromInline func dispose() { subscription.dispose() }

  @usableFromInline func pause() { subscription.pause() }

  @usableFromInline func resume() { schedule { [subscription] in subscription.resume() } }
}
