import Signals

/// Leaves out values that are equal to the one passed on before.
///
///     in   --a--a--b--a--|
///          distinctUntilChanged
///     out  --a-----b--a--|
///
/// - Completes: with the source.
/// - Fails: with the source.
/// - Buffers: the value passed on last.
@inlinable public func distinctUntilChanged<T: Equatable, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  Signal(signal.core.removeDuplicates())
}

/// Leaves out values that are equal, as `isEqual` says, to the one passed on before.
///
/// - Completes: with the source.
/// - Fails: with the source.
/// - Buffers: the value passed on last.
@_disfavoredOverload @preconcurrency @inlinable public func distinctUntilChanged<T, E>(
  isEqual: @escaping @Sendable (T, T) -> Bool
) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(signal.core.removeDuplicates { isEqual($0.value, $1.value) }) }
}
