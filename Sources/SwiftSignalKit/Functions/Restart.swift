import Signals

/// Runs again and again, whenever it has completed.
///
///     in   --a--|
///          restart
///     out  --a----a----a----a--
///
/// Any number of synchronous runs uses constant stack.
///
/// - Completes: never.
/// - Fails: with the first error.
@inlinable public func restart<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  Signal(joined: signal.core.repeatForever())
}

/// Runs again and again, like ``restart(_:)``. The value is there for the sake of code that gives one; it changes
/// nothing.
@inlinable public func recurse<T, E>(_ latestValue: T?) -> (Signal<T, E>) -> Signal<T, E> { restart }

/// Runs again after each error.
///
///     in   --a--x
///          restartIfError
///     out  --a----a----a----a--
///
/// Any number of synchronous runs uses constant stack.
///
/// - Completes: with the source.
/// - Fails: never.
@inlinable public func restartIfError<T, E>(_ signal: Signal<T, E>) -> Signal<T, NoError> {
  Signal(
    joined: signal.core.retry(.max).mapError { _ -> Failed<NoError> in
      preconditionFailure("every error is followed by another run")
    })
}

/// What ``restartOrMapError(condition:)`` does about an error.
public enum RestartOrMapErrorCondition<E> {
  /// The signal runs again.
  case restart
  /// It ends with this error.
  case error(E)
}

/// Runs again after an error, or ends with another one, as a condition decides.
///
///     in   --a--x
///          restartOrMapError { _ in attempts.modify { $0 + 1 } < 3 ? .restart : .error(y) }
///     out  --a----a----a--y
///
/// The condition is asked once for each error. Any number of synchronous runs uses constant stack.
///
/// - Completes: with the source.
/// - Fails: with the error of the condition.
@preconcurrency @inlinable public func restartOrMapError<T, E, MappedError>(
  condition: @escaping @Sendable (E) -> RestartOrMapErrorCondition<MappedError>
) -> (Signal<T, E>) -> Signal<T, MappedError> {
  { signal in
    let runsAgain = RetryPolicy<Failed<RestartOrMapErrorCondition<MappedError>>> {
      if case .restart = $0.error { true } else { false }
    }
    return Signal(
      joined: signal.core.mapError { Failed(condition($0.error)) }
        .retry(runsAgain, on: ImmediateScheduler())
        .mapError {
          guard case .error(let error) = $0.error else {
            preconditionFailure("a run that is to be followed by another one is not the last")
          }
          return Failed(error)
        })
  }
}
