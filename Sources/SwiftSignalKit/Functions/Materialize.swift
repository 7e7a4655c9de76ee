import Signals

/// An event of a signal, as a value.
public enum SignalEvent<T, E> {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// A value; more may follow.
  case Next(T)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The end, because something went wrong.
  case Error(E)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The normal end.
  case Completion
}

extension SignalEvent: Sendable where T: Sendable, E: Sendable {}
extension SignalEvent: Equatable where T: Equatable, E: Equatable {}

/// Makes values of all events, the end included. Elsewhere this is called *materialize*.
///
///     in   --a--------x
///          dematerialize
///     out  --Next(a)--(Error(x)|)
///
/// - Completes: with the source, after the event that says how it ended; also when that failed.
/// - Fails: never.
@inlinable public func dematerialize<T, E>(signal: Signal<T, E>) -> Signal<SignalEvent<T, E>, NoError> {
  Signal(
    signal.core.stage { observer, source in
      Observer(
        next: { observer.next(Carried(.Next($0.value))) },
        end: { termination in
          let event: SignalEvent<T, E>
          switch termination {
          case .failed(let failure): event = .Error(failure.error)
          case .completed: event = .Completion
          case .interrupted: return observer.end(.interrupted)
          }
          // The value that the end comes with may have disposed of the start.
          if !source.isDisposed { observer.next(Carried(event)) }
          observer.end(.completed)
        })
    })
}

/// Makes events of values that say what the events are: the reverse of ``dematerialize(signal:)``. Elsewhere this is
/// called *dematerialize*.
///
///     in   --Next(a)--(Error(x)|)
///          materialize
///     out  --a--------x
///
/// - Completes: with the event that says so, or with the source.
/// - Fails: with the event that says so.
@inlinable public func materialize<T, E>(signal: Signal<SignalEvent<T, E>, NoError>) -> Signal<T, E> {
  Signal(
    signal.core.stage { observer, source in
      let isOpen = Cell(true)
      let end: @Sendable (Termination<Failed<E>>) -> Void = { termination in
        isOpen.value = false
        observer.end(termination)
        source.dispose()
      }
      return Observer(
        next: { event in
          guard isOpen.value else { return }
          switch event.value {
          case .Next(let value): observer.next(Carried(value))
          case .Error(let error): end(.failed(Failed(error)))
          case .Completion: end(.completed)
          }
        },
        end: { termination in
          if isOpen.value { observer.end(termination.withFailure()) }
        })
    })
}
