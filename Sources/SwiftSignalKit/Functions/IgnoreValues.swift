import Signals

/// Passes on the end only.
///
///     in   --a--b--|
///          ignoreValues
///     out  --------|
///
/// - Completes: with the source.
/// - Fails: with the source.
@inlinable public func ignoreValues<T, E>(_ signal: Signal<T, E>) -> Signal<Never, E> {
  Signal(signal.core.stage { observer, _ in Observer(next: { _ in }, end: observer.end) })
}
