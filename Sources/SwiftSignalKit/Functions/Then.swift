import Signals

/// Goes on with another signal when the first one has completed. The values of both are passed on.
///
///     in    --a--b--|
///     next  -1-2-|
///           then(next)
///     out   --a--b---1-2-|
///
/// Any number of synchronous signals one after the other uses constant stack, whichever way they are nested; also
/// through `deferred`.
///
/// - Completes: with the next signal.
/// - Fails: with either; the next one is not started if the first fails.
@inlinable public func then<T, E>(_ nextSignal: Signal<T, E>) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    let first =
      if case .succession(let parts) = signal.form { parts } else { Succession<T, E>(nil, signal) }
    return Signal(succession: Succession(first, nextSignal))
  }
}

/// Makes the signal when it is started, anew each time.
///
/// - Completes: with the signal.
/// - Fails: with the signal.
@preconcurrency @inlinable public func deferred<T, E>(
  _ generator: @escaping @Sendable () -> Signal<T, E>
) -> Signal<T, E> {
  Signal(.deferred { generator().core }, .deferred(generator))
}

extension Signal {
  @inlinable convenience init(succession parts: Succession<T, E>) {
    self.init(
      .attaching { observer, start in
        start.becomeSilent()
        // Nothing is kept of a closure that notifies of a disposal.
        guard start.open({}) else { return }
        Walk(through: parts, Junction(subscription: start, below: observer, next: observer.next)).begin()
      }, .succession(parts))
  }
}
