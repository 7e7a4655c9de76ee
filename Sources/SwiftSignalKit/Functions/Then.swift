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

/// One start of a succession.
@usableFromInline final class Walk<T, E>: Sendable {
  @usableFromInline struct Progress {
    /// What is still to come, the next one last.
    @usableFromInline var waiting: [Signal<T, E>]
    /// The start of the part that was begun last.
    @usableFromInline var part: Subscription?

    @inlinable init(_ waiting: [Signal<T, E>]) { self.waiting = waiting }
  }

  @usableFromInline let junction: Junction<Carried<T>, Failed<E>>
  /// Touched by one step at a time, which does so before it attaches a part.
  @usableFromInline let progress: Cell<Progress>

  @inlinable init(through parts: Succession<T, E>, _ junction: Junction<Carried<T>, Failed<E>>) {
    self.junction = junction
    progress = Cell(Progress(Array(parts.backwards)))
  }

  @inlinable func begin() {
    if !junction.subscription.takeStep({ attachNext() }) {
      junction.subscription.takeNextStep { [self] in attachNext() }
    }
  }

  /// Starts the next part.
  @inlinable func attachNext() {
    let start = junction.subscription
    if start.hasEnded { return }
    guard let part = takeNext() else { return junction.end(.completed) }
    let partStart = Subscription()
    Step.attaches(partStart)
    start.add(partStart, after: progress.value.part)
    progress.value.part = partStart
    if start.comesFirst { partStart.becomeFirst(.behindOthers) }
    // Closures that hold nothing but this object need no memory of their own.
    part.core.attach(
      Observer(next: { [self] in pass($0) }, end: { [self] in passEnd($0) }), partStart, below: start,
      as: "then")
  }

  @inlinable func pass(_ value: Carried<T>) { junction.subscription.pass(value, junction.next) }

  /// When a part has completed, the next one begins.
  @inlinable func passEnd(_ termination: Termination<Failed<E>>) {
    guard termination.isCompleted, let part = progress.value.part else { return junction.end(termination) }
    junction.subscription.proceed(after: part) { [self] in attachNext() }
  }

  /// The next part that has no parts itself.
  @inlinable func takeNext() -> Signal<T, E>? {
    while let signal = progress.value.waiting.popLast() {
      switch signal.form {
      case .plain: return signal
      case .succession(let parts): progress.value.waiting += parts.backwards
      case .deferred(let make): progress.value.waiting.append(make())
      }
    }
    return nil
  }
}
