extension Subscription {
  /// Runs `action` on the scheduler, outside the gate, at the end of each interval, until the start is over or what
  /// comes back is disposed of. It gets the moment for which it was scheduled.
  ///
  /// Each time is counted from the first, so that delays do not add up. Ticks that have been missed, as
  /// after the machine slept, are skipped.
  ///
  /// - Parameter first: The moment of the first tick; by default, an interval from now.
  @inlinable @discardableResult func tick(
    every interval: Duration, from first: Duration? = nil, on scheduler: some Scheduler,
    _ action: @escaping @Sendable (Duration) -> Void
  ) -> any Disposable {
    let timer = SerialDisposable()
    add(timer)
    // A scheduler may run an action before `schedule` returns (contract P8).
    let trampoline = Trampoline()
    let nextTime = Guarded(Duration.zero)
    @Sendable func arm(at time: Duration) {
      nextTime.withLock { $0 = time }
      trampoline.bounce {
        let time = nextTime.withLock { $0 }
        timer.inner = scheduler.schedule(at: time) {
          action(time)
          var next = time.saturatingAdding(interval)
          let now = scheduler.now
          if next < now {
            next = time.saturatingAdding(interval * ((now - time) / interval).rounded(.up))
          }
          if !timer.isDisposed { arm(at: next) }
        }
      }
    }
    arm(at: first ?? scheduler.now.saturatingAdding(interval))
    return timer
  }
}
