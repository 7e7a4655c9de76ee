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
/// everything that the handlers captured is released. Disposing of a start is silent: no handler is called. It is also
/// synchronous: what the generator has returned has been disposed of when `dispose` returns, on any thread, and inside
/// a handler too.
///
/// The subscriber keeps the handlers, and the generator keeps the subscriber. When the generator releases it, the
/// handlers are released, however long the disposable of the start is kept.
public final class Signal<T, E>: Sendable {
  @usableFromInline let core: SignalProducer<Carried<T>, Failed<E>>
  @usableFromInline let form: Form

  @inlinable init(_ core: SignalProducer<Carried<T>, Failed<E>>) {
    self.core = core
    form = .plain
  }

  @inlinable init(_ core: SignalProducer<Carried<T>, Failed<E>>, _ form: Form) {
    self.core = core
    self.form = form
  }

  /// A signal that sends what its generator sends.
  ///
  /// What the generator returns is disposed of when the start has ended or was disposed of; at once, if that has
  /// come before the generator returns.
  @preconcurrency @inlinable public convenience init(
    _ generator: @escaping @Sendable (Subscriber<T, E>) -> any Disposable
  ) {
    self.init(
      .attaching { observer, start in
        let observer = DetachableObserver(observer)
        guard start.openSilently(observer) else { return }
        assertNoLockHeld()
        let work = Carried(generator(Subscriber(observer, start)))
        if work.value !== EmptyDisposable { start.onEnd { work.value.dispose() } }
      })
  }

  /// A signal with several sources, or with one and a queue, made with a join of the core.
  @inlinable convenience init(
    joined core: SignalProducer<Carried<T>, Failed<E>>
  ) {
    self.init(
      .attaching { observer, start in
        start.becomeSilent()
        core.attach(observer, start)
      })
  }
}
