import Signals

/// Goes on with another signal after an error.
///
///     in   --a--b--x
///     f    -1-2-|
///          catch { _ in f }
///     out  --a--b---1-2-|
///
/// - Completes: with the source, or with the signal that replaced it.
/// - Fails: with the signal that replaced it.
@preconcurrency @inlinable public func `catch`<T, E, R>(
  _ f: @escaping @Sendable (E) -> Signal<T, R>
) -> (Signal<T, E>) -> Signal<T, R> {
  { signal in Signal(joined: signal.core.catch { f($0.error).core }) }
}
