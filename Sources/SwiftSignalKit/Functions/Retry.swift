import Signals

/// Starts over after each failure, and waits a little longer each time.
///
///     in   --a--x
///          retry(1, maxDelay: 2, onQueue: queue)
///     out  --a------a--------a--------a   (and so on)
///
/// - Parameters:
///   - delayIncrement: How many seconds longer each wait is than the one before; also the first wait.
///   - maxDelay: The longest wait, in seconds. A value does not make the next wait shorter.
///   - queue: Where it starts over, also where the wait is 0.
/// - Completes: with the signal.
/// - Fails: never.
@inlinable public func retry<T, E>(
  _ delayIncrement: Double, maxDelay: Double, onQueue queue: Queue
) -> (Signal<T, E>) -> Signal<T, NoError> {
  { signal in
    let policy = RetryPolicy<Failed<E>>(increment: delayIncrement, maxDelay: maxDelay)
    return Signal(
      // There is no last attempt, so no failure comes through.
      joined: signal.core.retry(policy, on: QueueTurns(queue)).completeOnError().setFailureType(
        to: Failed<NoError>.self))
  }
}

/// Starts over after a failure, as often as is said, and waits a little longer each time.
///
///     in   --a--x
///          retry(retryOnError: { _ in true }, delayIncrement: 1, maxDelay: 2, maxRetries: 3, onQueue: queue)
///     out  --a------a--------a--x
///
/// - Parameters:
///   - retryOnError: Which errors are worth another attempt; the others are passed on at once.
///   - delayIncrement: How many seconds longer each wait is than the one before; also the first wait.
///   - maxDelay: The longest wait, in seconds. A value does not make the next wait shorter.
///   - maxRetries: How many attempts there are, the first one included; nil for any number.
///   - queue: Where it starts over, also where the wait is 0.
/// - Completes: with the signal.
/// - Fails: with the signal, at the last attempt or with an error that is not worth another.
@preconcurrency @inlinable public func retry<T, E>(
  retryOnError: @escaping @Sendable (E) -> Bool, delayIncrement: Double, maxDelay: Double, maxRetries: Int?,
  onQueue queue: Queue
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    let policy = RetryPolicy<Failed<E>>(
      limit: maxRetries.map { max($0, 1) - 1 }, increment: delayIncrement, maxDelay: maxDelay,
      retries: { retryOnError($0.error) })
    return Signal(joined: signal.core.retry(policy, on: QueueTurns(queue)))
  }
}

extension RetryPolicy {
  @inlinable init(
    limit: Int? = nil, increment: Double, maxDelay: Double,
    retries: @escaping @Sendable (Failure) -> Bool = { _ in true }
  ) {
    // Without a wait the next attempt would run inside the failure, on its thread. With one, however short, it runs on the
    // queue, and a signal that fails at once does not keep the caller.
    let step = max(Duration(inSeconds: increment), .nanoseconds(1))
    self.init(
      limit: limit, delay: .linear(first: step, step: step),
      cap: max(Duration(inSeconds: maxDelay), .nanoseconds(1)), retries: retries)
  }
}
