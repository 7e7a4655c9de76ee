import Signals

extension Signal {
  /// A signal with another event made of each value.
  ///
  ///     in   --4--word--x--5--
  ///          flatMap { number(from: $0) }
  ///     out  --4--y-----x--5--
  ///
  /// - Fails: with this signal, or as `transform` says.
  @inlinable public func flatMap<U>(_ transform: @escaping @Sendable (T) -> Event<U>) -> Signal<U> {
    Signal<U>(fedBy: events.map { $0.flatMap(transform) })
  }

  /// A signal with all events of the signals that are made of the values.
  ///
  ///     in       --a--------b----x--
  ///     inner      -1-2-      -1----
  ///              flatMap { inner(of: $0) }
  ///     out      ---a1-a2----b1--x--
  ///
  /// The events of each signal that was made are passed on as long as both that signal and this one are kept.
  ///
  /// - Fails: with this signal, or with one that was made.
  @inlinable public func flatMap<U>(_ transform: @escaping @Sendable (T) -> Signal<U>) -> Signal<U> {
    flatMapping { transform($0).events }
  }

  /// A signal with the results of the futures that are made of the values: each value starts one.
  ///
  ///     in       --a------b-x-----
  ///     future     --1|     ---1|
  ///              flatMap { future(of: $0) }
  ///     out      ----a1-----x--b1-
  ///
  /// - Fails: with this signal, or with a future.
  @inlinable public func flatMap<U>(_ transform: @escaping @Sendable (T) -> Future<U>) -> Signal<U> {
    flatMapping { transform($0).events }
  }

  /// A signal with other events made of each value, whenever that is done.
  ///
  ///     in   --a------b-x-----
  ///          flatMap { value, done in ask(value, done) }
  ///     out  ----a1-----x--b1-
  ///
  /// The compiler tells it from the others by the type of the closure.
  ///
  /// - Fails: with this signal, or with what `done` is called with. Each call of `done` gives one event.
  @inlinable public func flatMap<U>(
    _ transform: @escaping @Sendable (_ value: T, _ done: @escaping Callback<Event<U>>) -> Void
  ) -> Signal<U> {
    let results = Signal<U>()
    subscribe { event in event.flatMap(transform)({ results.update(event: $0) }) }
    return results
  }

  /// A signal with the results of work on the values; work that fails is tried again, up to `count` times.
  ///
  ///     in   --a-------------b-----
  ///     work   --x--x--1|      --1|
  ///          retry(2) { value, done in work(value, done) }
  ///     out  ----------a1------b1--
  ///
  /// What has been pushed cannot be started again: there is no work in a signal. What
  /// can be tried again is the work that its values set off.
  ///
  /// - Fails: with this signal, or as the last attempt does.
  /// - Precondition: `count` is not negative.
  @inlinable public func retry<U>(
    _ count: Int,
    _ work: @escaping @Sendable (_ value: T, _ done: @escaping Callback<Event<U>>) -> Void
  ) -> Signal<U> {
    require(count >= 0, "retry(_:_:)", "the count must not be negative", count)
    return flatMap { value in Future { done in work(value, done) }.retry(count) }
  }

  /// Observes all streams that are made of the values.
  @inlinable func flatMapping<U>(
    _ transform: @escaping @Sendable (T) -> SignalProducer<Event<U>, Never>
  ) -> Signal<U> {
    Signal<U>(
      fedBy: events.flatMap { event -> SignalProducer<Event<U>, Never> in
        switch event {
        case .next(let value): transform(value)
        case .failed(let error): SignalProducer(value: .failed(error: error))
        }
      })
  }
}
