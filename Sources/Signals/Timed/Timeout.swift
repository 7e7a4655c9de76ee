/// What has to happen in time.
public enum TimeoutScope: Hashable, Sendable {
  /// The stream ends.
  case total
  /// The first value comes, and each further one after the one before it has been delivered; or the stream ends.
  case betweenValues
  /// The first value comes, or the stream ends.
  case firstValue
}

extension EventStream {
  /// Fails when a stream takes too long.
  ///
  ///     in   --a---------b--|
  ///          timeout(.betweenValues, .seconds(4), failingWith: Late(), on: scheduler)
  ///     out  --a---x
  ///
  /// The time stands still while downstream requests a pause: a source need not send then (contract T3).
  ///
  /// - Completes: with the source.
  /// - Fails: with the source, or with `failure` when the time is over; the source is disposed of then.
  /// - Precondition: `interval` is not negative.
  @inlinable public func timeout(
    _ scope: TimeoutScope, _ interval: Duration, failingWith failure: Failure,
    on scheduler: some Scheduler
  ) -> Self {
    timingOut(scope, interval, scheduler) { $0.output.end(.failed(failure)) }
  }

  /// Fails when a stream that cannot fail by itself takes too long.
  @_disfavoredOverload
  @inlinable public func timeout<NewFailure: Error>(
    _ scope: TimeoutScope, _ interval: Duration, failingWith failure: NewFailure,
    on scheduler: some Scheduler
  ) -> EventStream<D, Value, NewFailure> where Failure == Never {
    setFailureType(to: NewFailure.self).timeout(scope, interval, failingWith: failure, on: scheduler)
  }

  /// Goes on with another stream when this one takes too long.
  ///
  ///     in     --a---------b--|
  ///     other  -1-2-|
  ///            timeout(.betweenValues, .seconds(4), switchingTo: other, on: scheduler)
  ///     out    --a----1-2-|
  ///
  /// Pauses count as above. The other stream does not wait until the source has released what it holds, as it would after an
  /// end (contract P9): what is late may be stuck.
  ///
  /// - Completes: with the source, or with the other stream once it has taken over.
  /// - Fails: with the source, or with the other stream once it has taken over.
  /// - Precondition: `interval` is not negative.
  @inlinable public func timeout<Other: EventSource>(
    _ scope: TimeoutScope, _ interval: Duration, switchingTo other: Other, on scheduler: some Scheduler
  ) -> Self where Other.Value == Value, Other.Failure == Failure {
    timingOut(scope, interval, scheduler) { junction in
      // Out of the gate, to attach another stream.
      junction.subscription += scheduler.schedule {
        junction.connect(other, next: junction.next, end: junction.output.end)
      }
    }
  }

  /// `onTimeout` is called inside the gate, when the source has been disposed of.
  @inlinable func timingOut(
    _ scope: TimeoutScope, _ interval: Duration, _ scheduler: some Scheduler,
    _ onTimeout: @escaping @Sendable (Junction<Value, Failure>) -> Void
  ) -> Self {
    require(interval >= .zero, "timeout(_:_:on:)", "the interval must not be negative", interval)
    return join { junction in
      let output = junction.output
      let source = Subscription()
      let isLate = GateBox(false)
      let countdown = Countdown(for: junction.subscription, on: scheduler) {
        isLate.value = true
        source.dispose()
        onTimeout(junction)
      }
      junction.subscription += source
      junction.subscription += countdown
      let end: @Sendable (Termination<Failure>) -> Void = { if !isLate.value { output.end($0) } }
      // Inside the gate, as later: a timer that fires before it is in its place must not find it taken.
      junction.subscription.run { countdown.start(interval) }
      junction.attach(
        self, source,
        next: { value in
          if isLate.value { return }
          switch scope {
          case .total: break
          case .firstValue: countdown.stop()
          case .betweenValues: countdown.rest()
          }
          output.next(value)
          // Not before: while an observer takes its time, a source that sends on the same thread cannot go on.
          if scope == .betweenValues, !junction.subscription.isStopped { countdown.start(interval) }
        },
        endOutsideGate: { junction.subscription.pass($0, end) })
    }
  }
}
