extension EventStream {
  /// Splits a stream into signals of `count` values each.
  ///
  ///     in   --a--b--c--|
  ///          windows(ofCount: 2)
  ///     out  --w-----w--|
  ///     1st  --a--(b|)
  ///     2nd          c--|
  ///
  /// Each signal is sent before its first value, so that an observer that is attached at once, as by `flatMap`, misses
  /// nothing.
  ///
  /// - Completes: with the source; so does the signal that is open.
  /// - Fails: with the source; so does the signal that is open.
  /// - Buffers: nothing.
  /// - Precondition: `count` is at least 1.
  @inlinable public func windows(
    ofCount count: Int
  ) -> EventStream<D, Signal<Value, Failure>, Failure> {
    require(count > 0, "windows(ofCount:)", "the count must be at least 1", count)
    return stage { observer, _ in
      let window = Box<WindowState<Value, Failure>>(WindowState())
      let sent = Box(0)
      return Observer(
        next: { value in
          window.value.open(observer)
          window.value.input?.send(value)
          sent.value += 1
          if sent.value == count {
            sent.value = 0
            window.value.close(.completed)
          }
        },
        end: { termination in
          window.value.close(termination)
          observer.end(termination)
        })
    }
  }

  /// Splits a stream into signals that last for an interval each.
  ///
  ///     in   --a--b--c--|
  ///          windows(every: .seconds(4), on: scheduler)
  ///     out  w---w---w--|
  ///     1st  --a-|
  ///     2nd      -b--|
  ///
  /// The first signal is sent at the start, the next one at the end of each interval. (Pushed, the first one is
  /// sent when the signal is made and reaches no observer, contract S2.)
  ///
  /// - Completes: with the source; so does the signal that is open.
  /// - Fails: with the source; so does the signal that is open.
  /// - Buffers: nothing.
  /// - Precondition: `interval` is greater than zero.
  @inlinable public func windows(
    every interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, Signal<Value, Failure>, Failure> {
    require(interval > .zero, "windows(every:on:)", "the interval must be greater than zero", interval)
    return join { (junction: Junction<Signal<Value, Failure>, Failure>) in
      let output = junction.output
      let window = Box<WindowState<Value, Failure>>(WindowState())
      let open: @Sendable (Bool) -> Void = { _ in window.value.open(output) }
      junction.subscription.pass(true, open)
      junction.tick(every: interval, on: scheduler) {
        window.value.close(.completed)
        // An observer of that completion may have disposed of the whole (contract D2).
        if !junction.subscription.isStopped { window.value.open(output) }
      }
      junction.connect(
        self, next: { window.value.input?.send($0) },
        end: { termination in
          window.value.close(termination)
          output.end(termination)
        })
    }
  }
}

/// The signal that is open, if there is one.
@usableFromInline struct WindowState<Value: Sendable, Failure: Error>: Sendable {
  @usableFromInline var input: Observer<Value, Failure>?

  @inlinable init() {}

  /// Sends a new signal on, unless one is open.
  @inlinable mutating func open(_ observer: Observer<Signal<Value, Failure>, Failure>) {
    if input != nil { return }
    let (signal, input) = Signal<Value, Failure>.pipe()
    self.input = input
    observer.next(signal)
  }

  @inlinable mutating func close(_ termination: Termination<Failure>) {
    let closed = input
    input = nil
    closed?.end(termination)
  }
}
