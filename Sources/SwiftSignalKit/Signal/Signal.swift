import Signals

/// A recipe for values over time: `next* (error | completed)?`.
///
///     let numbers = Signal<Int, NoError> { subscriber in
///       subscriber.putNext(1)
///       subscriber.putCompletion()
///       return EmptyDisposable
///     }
///     let disposable = numbers.start(next: { print($0) })
///
/// Each start runs the generator anew, on the thread that starts, and has its own events. Values and errors may be
/// of any type. Functions such as ``map(_:)`` are applied with `|>`.
///
/// When a start ends, first the handler is called, then what the generator has returned is disposed of, and then
/// everything that the handlers captured is released. Disposing of a start is silent: no handler is called.
public final class Signal<T, E>: Sendable {
  @usableFromInline let core: SignalProducer<Carried<T>, Failed<E>>
  let form: Form

  @usableFromInline init(_ core: SignalProducer<Carried<T>, Failed<E>>) {
    self.core = core
    form = .plain
  }

  init(_ core: SignalProducer<Carried<T>, Failed<E>>, _ form: Form) {
    self.core = core
    self.form = form
  }

  /// A signal that sends what its generator sends.
  ///
  /// What the generator returns is disposed of when the start has ended or was disposed of; at once, if that has
  /// come before the generator returns.
  @preconcurrency public convenience init(
    _ generator: @escaping @Sendable (Subscriber<T, E>) -> any Disposable
  ) {
    self.init(
      .attaching { observer, start in
        let inlet = Inlet(observer)
        guard start.open(inlet) else { return }
        assertNoLockHeld()
        let work = generator(Subscriber(inlet, start))
        start.onEnd(of: inlet) { work.dispose() }
      })
  }
}
