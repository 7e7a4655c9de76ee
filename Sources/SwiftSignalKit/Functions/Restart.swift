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
