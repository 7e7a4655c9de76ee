import Signals

/// Goes on with another signal when the first event takes too long.
///
///     in         -----------a--|
///     alternate  -1-2-|
///                timeout(4, queue: queue, alternate: alternate)
///     out        -----1-2-|
///
/// - Parameters:
///   - timeout: In seconds. Once a value has come, the signal may take its time.
///   - queue: Has the clock, and starts the other signal.
///   - alternate: The other signal.
/// - Completes: with the signal, or with the other one once it has taken over.
/// - Fails: with the signal, or with the other one once it has taken over.
@inlinable public func timeout<T, E>(
  _ timeout: Double, queue: Queue, alternate: Signal<T, E>
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      joined: signal.core.timeout(
        .firstValue, Duration(inSeconds: timeout), switchingTo: alternate.core, on: QueueTurns(queue)))
  }
}
