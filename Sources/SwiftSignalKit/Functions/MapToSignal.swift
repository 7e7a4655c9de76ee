import Signals

/// Passes on the values of the newest signal. That is started, and then the one before it is disposed of, so that work
/// which both share goes on. Values of the one before it that arrive meanwhile are dropped.
///
///     in     --a-----b--------|
///     inner    -1-2-3-4|
///                    -1-2-3|
///            switchToLatest
///     out    ---a1-a2-b1-b2-b3|
///
/// - Completes: when the source and the newest signal have.
/// - Fails: with the source or the newest signal.
@inlinable public func switchToLatest<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
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
@inlinable public func queue<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal |> mapToQueue { $0 }
}

/// Passes on the values of one signal at a time. Of those that come meanwhile, the newest starts when it has
/// completed.
///
/// - Completes: when the source and the current signal have, and none waits.
/// - Fails: with the first error.
/// - Buffers: one signal.
@inlinable public func throttled<T, E>(_ signal: Signal<Signal<T, E>, E>) -> Signal<T, E> {
  signal |> mapToThrottled { $0 }
}

/// Makes a signal of each value, and passes on the values of the newest. See ``switchToLatest(_:)``.
@preconcurrency @inlinable public func mapToSignal<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in Signal(joined: .join { junction in Switch(junction).begin(signal) { f($0) } }) }
}

/// The same for a source that cannot fail and signals that can.
@preconcurrency @inlinable public func mapToSignalPromotingError<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, NoError>) -> Signal<R, E> {
  { signal in signal |> castError(E.self) |> mapToSignal(f) }
}

/// Makes a signal of each value when it comes, and passes on the values of one signal after the other. See
/// ``queue(_:)``.
@preconcurrency @inlinable public func mapToQueue<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in inTurns(signal, .all, f) }
}

/// Makes a signal of each value when it comes. Of the signals that come while one runs, the newest is the next one.
/// See ``throttled(_:)``.
@preconcurrency @inlinable public func mapToThrottled<T, R, E>(
  _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> (Signal<T, E>) -> Signal<R, E> {
  { signal in inTurns(signal, .newest, f) }
}

/// The signal of a value is made when the value comes, and the next one starts as soon as the one before has completed.
@inlinable func inTurns<T, R, E>(
  _ signal: Signal<T, E>, _ waiting: WaitingRule, _ f: @escaping @Sendable (T) -> Signal<R, E>
) -> Signal<R, E> {
  let signals = signal.core.map { f($0.value).core }
  return Signal(joined: signals.flatMapQueueing(limit: 1, waiting: waiting, overlaps: true) { $0 })
}

/// One start of a switch.
///
/// Another order than that of the core, which disposes of the one before and then starts the next.
@usableFromInline final class Switch<T, E>: Sendable {
  @usableFromInline let junction: Junction<Carried<T>, Failed<E>>
  /// The newest inner signal. Touched by one value of the outer signal at a time.
  @usableFromInline let current = Cell<(start: Subscription, number: Int)?>(nil)
  // What follows is touched inside the gate.
  /// The number of the current inner signal.
  @usableFromInline let newest = Cell(0)
  /// The number of the last one that has completed while it was the current one.
  @usableFromInline let completed = Cell(0)
  @usableFromInline let isOuterOver = Cell(false)

  @inlinable init(_ junction: Junction<Carried<T>, Failed<E>>) { self.junction = junction }

  @inlinable func begin<Outer>(_ outer: Signal<Outer, E>, _ f: @escaping @Sendable (Outer) -> Signal<T, E>) {
    let start = Subscription()
    junction.subscription += start
    outer.core.attach(
      Observer(
        next: { [self] value in beginInner(f(value.value)) },
        end: { [self] termination in junction.subscription.pass(termination) { [self] in endOuter($0) } }),
      start)
  }

  /// Outside the gate, one at a time.
  @inlinable func beginInner(_ inner: Signal<T, E>) {
    let before = current.value
    let number = (before?.number ?? 0) + 1
    let start = Subscription()
    current.value = (start, number)
    // Values of the one before are dropped from here on. In the gate's queue this comes before what the new one sends.
    junction.subscription.run { [newest] in newest.value = number }
    junction.connect(
      inner.core, start,
      next: { [newest, output = junction.output] in if newest.value == number { output.next($0) } },
      end: { [self] in endInner($0, number) })
    before?.start.dispose()
  }

  @inlinable func endInner(_ termination: Termination<Failed<E>>, _ number: Int) {
    guard newest.value == number else { return }
    if case .failed = termination { return junction.finish(termination) }
    completed.value = number
    if isOuterOver.value { junction.finish(.completed) }
  }

  @inlinable func endOuter(_ termination: Termination<Failed<E>>) {
    isOuterOver.value = true
    if !termination.isCompleted || completed.value == newest.value { junction.finish(termination) }
  }
}
