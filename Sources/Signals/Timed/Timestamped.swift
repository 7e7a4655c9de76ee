extension EventStream {
  /// Passes on the time of the scheduler with each value.
  ///
  ///     in   --a------b------|
  ///          timestamped(on: scheduler)
  ///     out  --(2s,a)-(9s,b)-|
  ///
  /// The time is ``Scheduler/now``, which counts from an origin of the scheduler's own.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func timestamped(
    on scheduler: some Scheduler
  ) -> EventStream<D, (time: Duration, value: Value), Failure> {
    map { (time: scheduler.now, value: $0) }
  }

  /// Passes on the time since the value before it with each value; the first one since the start.
  ///
  ///     in   --a------b------|
  ///          measureInterval(on: scheduler)
  ///     out  --(2s,a)-(7s,b)-|
  ///
  /// Pushed, the first one counts since the signal was derived.
  ///
  /// - Completes: with the source.
  /// - Fails: with the source.
  @inlinable public func measureInterval(
    on scheduler: some Scheduler
  ) -> EventStream<D, (interval: Duration, value: Value), Failure> {
    stage { observer, _ in
      let previous = GateBox(scheduler.now)
      return Observer(
        next: { value in
          let now = scheduler.now
          let interval = now - previous.value
          previous.value = now
          observer.next((interval: interval, value: value))
        }, end: observer.end)
    }
  }
}
