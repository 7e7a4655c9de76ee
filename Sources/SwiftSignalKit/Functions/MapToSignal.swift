import Signals

/// Passes on the values of the newest signal; the one before it is disposed of before it starts.
///
///     in     --a-----b--------|
///     inner    -1-2-3-4|
///                    -1-2-3|
///            switchToLatest
///     out    ---a1-a2-b1-b2-b3|
///
/// - Completes: when the source and the newest signal have.
/// - Fails: with the source or the newest signal.
public func switchToLatest<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal |> mapToSignal { $0 }
}

/// Passes on the values of all signals, one after the other: the next one starts when the one before it has
/// completed.
///
///     in     --a--b-----------|
///     inner    -1-2-3|
///            queue
///     out    ---a1-a2-a3-b1-b2-b3|
///
/// Any number of synchronous signals uses constant stack.
///
/// - Completes: when the source and all signals have.
/// - Fails: with the first error; what waits is dropped.
/// - Buffers: the signals that wait.
public func queue<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal |> mapToQueue { $0 }
}

/// Passes on the values of one signal at a time. Of those that come meanwhile, the newest starts when it has
/// completed.
///
/// - Completes: when the source and the signal that is heard have, and none waits.
/// - Fails: with the first error.
/// - Buffers: one signal.
public func throttled<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal |> mapToThrottled { $0 }
}

/// Makes a signal of each value, and passes on the values of the newest. See ``switchToLatest(_:)``.
@preconcurrency @inlinable public func mapToSignal<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in Signal(signal.core.flatMap(.latest) { f($0.value).core }) }
}

/// The same for a source that cannot fail and signals that can.
@preconcurrency @inlinable public func mapToSignalPromotingError<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, NoError>) -> Signal<R, E> {
  { signal in signal |> castError(E.self) |> mapToSignal(f) }
}

/// Makes a signal of each value when it is its turn, and passes on the values of one after the other. See
/// ``queue(_:)``.
@preconcurrency @inlinable public func mapToQueue<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in Signal(signal.core.flatMap(.concat) { f($0.value).core }) }
}

/// Makes a signal of a value, and when that has completed of the newest value that has come meanwhile. See
/// ``throttled(_:)``.
@preconcurrency @inlinable public func mapToThrottled<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in Signal(signal.core.flatMap(.conflate) { f($0.value).core }) }
}
