import Signals

/// Starts a signal later, on a queue.
///
///     in   --a--b--|
///          delay(3, queue: queue)
///     out  -----a--b--|
///
/// The start is what is delayed, not the values.
///
/// - Parameters:
///   - timeout: In seconds.
///   - queue: Where the signal is started.
/// - Completes: with the signal.
/// - Fails: with the signal.
@inlinable public func delay<T, E>(_ timeout: Double, queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(joined: signal.core.delayStart(Duration(inSeconds: timeout), on: QueueTurns(queue))) }
}

/// Starts a signal later, on a queue; the time in which the machine sleeps counts.
///
///     in   --a--b--|
///          suspendAwareDelay(3, queue: queue)
///     out  -----a--b--|
///
/// A queue does not count the time in which the machine sleeps, so a timer on the queue checks the clock at intervals.
///
/// - Parameters:
///   - timeout: In seconds, but no less than half a second. After a sleep many signals would start at the same
///     moment; so each start comes at least half a second after the last check of the clock.
///   - granularity: The greatest number of seconds between two checks of the clock. After a sleep the start may be
///     late by as much.
///   - queue: Where the signal is started.
/// - Completes: with the signal.
/// - Fails: with the signal.
@inlinable public func suspendAwareDelay<T, E>(
  _ timeout: Double, granularity: Double = 4.0, queue: Queue
) -> (Signal<T, E>) -> Signal<T, E> {
  let (wait, pause) = (Duration(inSeconds: timeout), max(Duration(inSeconds: granularity), .milliseconds(1)))
  return { signal in
    Signal(
      joined: signal.core.starting { start in
        let look = SerialDisposable()
        let time = ContinuousClock.now + wait
        lookAtTheClock(until: time, every: pause, on: QueueTurns(queue), by: look, start)
        return look
      })
  }
}

/// Runs `action` when it is `time`, on a clock that goes on while the machine sleeps. The last wait takes half a second at
/// least.
@usableFromInline package func lookAtTheClock(
  until time: ContinuousClock.Instant, every pause: Duration, on turns: some Scheduler,
  by look: SerialDisposable, _ action: @escaping @Sendable () -> Void
) {
  let left = time - ContinuousClock.now
  // Before it begins: it may be over before this goes on, and then the next wait has taken its place.
  let wait = SerialDisposable()
  look.inner = wait
  if left <= pause {
    wait.inner = turns.schedule(after: max(left, .milliseconds(500)), action)
  } else {
    wait.inner = turns.schedule(after: pause) {
      lookAtTheClock(until: time, every: pause, on: turns, by: look, action)
    }
  }
}
