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
    let walk = SignalProducer<Carried<T>, Failed<E>>.join { Walk(through: parts, $0).next() }
    self.init(
      .attaching { observer, start in
        start.becomeSilent()
        walk.attach(observer, start)
      }, .succession(parts))
  }
}

/// One start of a succession.
@usableFromInline final class Walk<T, E>: Sendable {
  @usableFromInline let junction: Junction<Carried<T>, Failed<E>>
  @usableFromInline let trampoline = Trampoline()
  /// What is still to come, the next one last. Touched by one step of the trampoline at a time.
  @usableFromInline let waiting: Cell<[Signal<T, E>]>

  @inlinable init(through parts: Succession<T, E>, _ junction: Junction<Carried<T>, Failed<E>>) {
    self.junction = junction
    waiting = Cell(Array(parts.backwards))
  }

  /// Starts the next part, when the one before it has completed.
  @inlinable func next() {
    trampoline.bounce {
      if junction.subscription.hasEnded { return }
      guard let part = takeNext() else { return junction.end(.completed) }
      junction.connect(
        part.core, next: junction.next,
        endOutsideGate: { [self] termination in
          if termination.isCompleted { next() } else { junction.end(termination) }
        })
    }
  }

  /// The next part that has no parts itself.
  @inlinable func takeNext() -> Signal<T, E>? {
    while let signal = waiting.value.popLast() {
      switch signal.form {
      case .plain: return signal
      case .succession(let parts): waiting.value += parts.backwards
      case .deferred(let make): waiting.value.append(make())
      }
    }
    return nil
  }
}
