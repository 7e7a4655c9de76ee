/// What becomes of a waiting value when a stream completes.
public enum PendingValue: Sendable {
  /// It is sent, then the stream completes.
  case flush
  /// It is dropped.
  case drop
}

extension EventStream {
  /// Passes on a value when no other has followed for a while.
  ///
  ///     in   --a-b-c-------d--|
  ///          debounce(for: .seconds(3), on: scheduler)
  ///     out  ---------c-------(d|)
  ///
  /// - Completes: with the source; the waiting value is sent first, or dropped with
  ///   `onCompletion: .drop`.
  /// - Fails: with the source, at once; the waiting value is dropped (contract E2).
  /// - Buffers: the latest value.
  /// - Precondition: `interval` is not negative.
  @inlinable public func debounce(
    for interval: Duration, on scheduler: some Scheduler, onCompletion: PendingValue = .flush
  ) -> Self {
    require(interval >= .zero, "debounce(for:on:)", "the interval must not be negative", interval)
    return join { junction in
      let output = junction.output
      let pending = Box<Value?>(nil)
      let timer = SerialDisposable()
      junction.subscription += timer
      /// The ID of the current timer. A stale timer, which fires while the next value waits at the gate, is ignored.
      let current = Box(0)
      let fire: @Sendable (Int) -> Void = { id in
        guard id == current.value, let value = pending.value.take() else { return }
        output.next(value)
      }
      junction.connect(
        self,
        next: { value in
          pending.value = .some(value)
          current.value += 1
          let id = current.value
          timer.inner = scheduler.schedule(after: interval) { junction.subscription.pass(id, fire) }
        },
        end: { termination in
          timer.dispose()
          if termination.isCompleted, onCompletion == .flush, let value = pending.value.take() {
            output.next(value)
          }
          output.end(termination)
        })
    }
  }
}
