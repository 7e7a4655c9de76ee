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
  /// Everything is sent on the scheduler (contract T1).
  ///
  /// - Completes: with the source; the waiting value is sent first, or dropped with
  ///   `onCompletion: .drop`.
  /// - Fails: with the source; the waiting value is dropped (contract E2).
  /// - Buffers: the latest value, also while downstream requests a pause.
  /// - Precondition: `interval` is not negative.
  @inlinable public func debounce(
    for interval: Duration, on scheduler: some Scheduler, onCompletion: PendingValue = .flush
  ) -> Self {
    require(interval >= .zero, "debounce(for:on:)", "the interval must not be negative", interval)
    return sending(on: scheduler) { queue in
      let pending = Guarded(Pending<Value>())
      let timer = SerialDisposable()
      queue.subscription += timer
      return Observer(
        next: { value in
          let (id, _) = pending.withLock { $0.replace(by: value) }
          timer.inner = scheduler.schedule(after: interval) {
            if !queue.subscription.isPaused {
              queue.runJob(for: queue.enqueue(from: pending) { $0.take(id) })
            } else if pending.withLock({ $0.hold(id) }) {
              queue.subscription.whenResumed {
                queue.sendJob(for: queue.enqueue(from: pending) { $0.takeHeld() })
              }
            }
          }
        },
        end: { termination in
          timer.dispose()
          let value = pending.withLock { $0.value.take() }
          if termination.isCompleted, onCompletion == .flush, let value { queue.add(value) }
          queue.add(end: termination)
        })
    }
  }
}

/// The value that `debounce` holds back.
@usableFromInline struct Pending<Value: Sendable>: Sendable {
  @usableFromInline var value: Value?
  /// The timer that counts: one that fires while the next value comes is ignored.
  @usableFromInline var id = 0
  /// The number of the value that waits for the end of a pause.
  @usableFromInline var held = 0
  /// Whether the end of a pause is waited for.
  @usableFromInline var isHolding = false

  @inlinable init() {}

  /// Returns the value before, which is released outside the lock.
  @inlinable mutating func replace(by newest: Value) -> (id: Int, replaced: Value?) {
    id += 1
    return (id, exchange(&value, with: newest))
  }

  @inlinable mutating func take(_ id: Int) -> Value? { id == self.id ? value.take() : nil }

  /// The time of a value is over while downstream requests a pause. True: the caller has to wait for the end of that.
  @inlinable mutating func hold(_ id: Int) -> Bool {
    if id != self.id { return false }
    held = id
    return !exchange(&isHolding, with: true)
  }

  @inlinable mutating func takeHeld() -> Value? {
    isHolding = false
    return take(held)
  }
}
