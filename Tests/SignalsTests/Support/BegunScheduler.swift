import Signals

/// Runs every action, also one that was cancelled: as when it had begun on another thread before that.
final class BegunScheduler: Scheduler {
  private let waiting = Guarded<[@Sendable () -> Void]>([])

  let now = Duration.zero

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { schedule(at: now, action) }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    waiting.withLock { $0.append(action) }
    return AnyDisposable {}
  }

  /// Runs what waits.
  func run() {
    for action in waiting.withLock({ exchange(&$0, with: []) }) { action() }
  }

  /// Releases what waits.
  func dropAll() { withExtendedLifetime(waiting.withLock { exchange(&$0, with: []) }) {} }
}

/// A value that must not be released inside a lock.
final class LockCheckingValue: Sendable {
  deinit { assertNoLockHeld() }
}

/// Starts `operate` on two values, and is disposed of while the second one is on its way. Then what was scheduled runs.
func disposeInsideAValue<Output>(
  _ operate: (SignalProducer<LockCheckingValue, Never>, BegunScheduler) -> SignalProducer<Output, Never>
) {
  let (scheduler, start) = (BegunScheduler(), SerialDisposable())
  let (values, input) = Signal<Bool, Never>.pipe()
  let work = values.producer
    .on(next: { isLast in
      guard isLast else { return }
      start.dispose()
      scheduler.run()
    })
    .map { _ in LockCheckingValue() }
  start.inner = operate(work, scheduler).start()
  input.send(false)
  input.send(true)
}
