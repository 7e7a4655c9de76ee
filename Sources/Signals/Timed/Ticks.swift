extension Subscription {
  /// Runs `action` on the scheduler, outside the gate, at the end of each interval, until the start is over or what
  /// comes back is disposed of. It gets the moment for which it was scheduled.
  ///
  /// Each time is counted from the first, so that delays do not add up. Ticks that have been missed, as
  /// after the machine slept, are skipped.
  ///
  /// - Parameter past: How long ago a tick may have been missed that is not skipped.
  @inlinable @discardableResult func tick(
    every interval: Duration, catchingUp past: Duration = .zero, on scheduler: some Scheduler,
    _ action: @escaping @Sendable (Duration) -> Void
  ) -> any Disposable {
    let timer = SerialDisposable()
    add(timer)
    // A scheduler may run an action before `schedule` returns (contract P8).
    let trampoline = Trampoline()
    // Written by one tick at a time.
    let nextTime = Box(Duration.zero)
    @Sendable func arm(at time: Duration) {
      nextTime.value = time
      trampoline.bounce {
        let time = nextTime.value
        timer.inner = scheduler.schedule(at: time) {
          action(time)
          var next = time.saturatingAdding(interval)
          let now = scheduler.now
          if next.saturatingAdding(past) < now {
            next = time.saturatingAdding(interval * ((now - past - time) / interval).rounded(.up))
          }
          if !timer.isDisposed { arm(at: next) }
        }
      }
    }
    arm(at: scheduler.now.saturatingAdding(interval))
    return timer
  }
}
