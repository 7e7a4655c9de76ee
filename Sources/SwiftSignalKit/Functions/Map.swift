import Signals

/// Transforms each value.
///
///     in   --1--2--3--|
///          map { $0 * 10 }
///     out  --10-20-30-|
///
/// - Completes: with the source.
/// - Fails: with the source.
@preconcurrency @inlinable public func map<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in Signal(signal.core.map { Carried(f($0.value)) }) }
}

/// Passes on the values that satisfy a condition.
///
///     in   --1--2--3--4--|
///          filter { $0 % 2 == 0 }
///     out  -----2-----4--|
///
/// - Completes: with the source.
/// - Fails: with the source.
@preconcurrency @inlinable public func filter<T, E>(
  _ f: @escaping @Sendable (T) -> Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(signal.core.filter { f($0.value) }) }
}

/// Transforms each value inside its optional; nil stays nil. To make a signal of each value, see
/// ``mapToSignal(_:)``.
///
///     in   --1--nil--3--|
///          flatMap { $0 * 10 }
///     out  --10-nil--30-|
///
/// - Completes: with the source.
/// - Fails: with the source.
@preconcurrency @inlinable public func flatMap<T, E, R>(
  _ f: @escaping @Sendable (T) -> R
) -> (Signal<T?, E>) -> Signal<R?, E> {
  map { $0.map(f) }
}

/// Transforms the error.
///
///     in   --a--b--x
///          mapError { Wrapped($0) }
///     out  --a--b--x
///
/// - Completes: with the source.
/// - Fails: with the transformed error of the source.
@preconcurrency @inlinable public func mapError<T, E, R>(
  _ f: @escaping @Sendable (E) -> R
) -> (Signal<T, E>) -> Signal<T, R> {
  { signal in Signal(signal.core.mapError { Failed(f($0.error)) }) }
}

/// Gives a signal that cannot fail an error type, so that it fits where one is expected.
///
/// - Completes: with the source.
/// - Fails: never.
@inlinable public func castError<T, E>(_ type: E.Type) -> (Signal<T, NoError>) -> Signal<T, E> {
  { signal in Signal(signal.core.withFailure()) }
}
