import Signals

// Here a failure is an event like any other: it is shifted, held back and delivered in its place. When a
// signal is released, what was sent before is still on its way.

extension Signal {
  /// A signal with the same events, later.
  ///
  ///     in   --a--b--x--
  ///          delay(.seconds(2), on: scheduler)
  ///     out  ----a--b--x--
  ///
  /// - Buffers: the events of the last `interval`.
  /// - Precondition: `interval` is not negative.
  @inlinable public func delay(_ interval: Duration, on scheduler: some Scheduler) -> Signal {
    Signal(fedBy: events.delay(interval, on: scheduler))
  }

  /// A signal with the events that no other has followed for a while.
  ///
  ///     in   --a-b-c-------d----
  ///          debounce(for: .seconds(3), on: scheduler)
  ///     out  ---------c-------d-
  ///
  /// - Buffers: the latest event; when this signal is released, it is sent on the scheduler, without a wait for the
  ///   end of the interval.
  /// - Precondition: `interval` is not negative.
  @inlinable public func debounce(for interval: Duration, on scheduler: some Scheduler) -> Signal {
    Signal(fedBy: events.debounce(for: interval, on: scheduler))
  }

  /// A signal with at most one event per interval: the first, and then the newest of each interval.
  ///
  ///     in   --a-b-c-------d--
  ///          throttle(for: .seconds(4), on: scheduler)
  ///     out  --a---c-------d--
  ///
  /// - Buffers: the newest event of an interval; when this signal is released, it is sent on the scheduler, without a wait
  ///   for the end of the interval.
  /// - Precondition: `interval` is not negative.
  @inlinable public func throttle(for interval: Duration, on scheduler: some Scheduler) -> Signal {
    Signal(fedBy: events.throttle(for: interval, on: scheduler))
  }

  /// A signal with the same events, and a failure whenever none has come for a while.
  ///
  ///     in   --a---------b--
  ///          timeout(.seconds(4), failingWith: Late(), on: scheduler)
  ///     out  --a---x-----b---x--
  ///
  /// The time runs from now on, and anew from each event. Nothing is over with such a failure.
  ///
  /// - Fails: with this signal, and with `error` when the time has run out.
  /// - Precondition: `interval` is not negative.
  @inlinable public func timeout(
    _ interval: Duration, failingWith error: any Error, on scheduler: some Scheduler
  ) -> Signal {
    require(interval >= .zero, "timeout(_:failingWith:on:)", "the interval must not be negative", interval)
    typealias Turn = SignalProducer<Event<T>, Never>
    let alarm = Turn(value: .failed(error: error)).delayStart(interval, on: scheduler)
    let turns = events.map { Turn(value: $0).append(alarm) }
      .prepend(SignalProducer(value: alarm))
      // The release of this signal ends the wait without a failure.
      .append(SignalProducer(value: Turn.empty))
    return Signal(fedBy: turns.flatMap(.latest) { $0 })
  }

  /// A signal with the same events, delivered by a scheduler.
  ///
  ///     in   --a--b--x--
  ///          on(scheduler)
  ///     out  --a--b--x--     (on the scheduler)
  ///
  /// A late subscriber gets the latest event at once, on the thread that subscribes, as always.
  ///
  /// - Buffers: the events that the scheduler has not come to yet, without a limit.
  @inlinable public func on(_ scheduler: some Scheduler) -> Signal {
    Signal(fedBy: events.receive(on: scheduler))
  }
}
