extension Junction {
  /// Runs `action` inside the gate at the end of each interval, for as long as the join lasts.
  ///
  /// Each time is counted from the first, so that delays do not add up. Ticks that have been missed, as
  /// after the machine slept, are skipped.
  @inlinable func tick(
    every interval: Duration, on scheduler: some Scheduler, _ action: @escaping @Sendable () -> Void
  ) {
    let timer = SerialDisposable()
    subscription += timer
    let handler: @Sendable (Duration) -> Void = { _ in action() }
    // A scheduler may run an action before `schedule` returns (contract P8).
    let trampoline = Trampoline()
    // Written by one tick at a time.
    let nextTime = Box(Duration.zero)
    @Sendable func arm(at time: Duration) {
      nextTime.value = time
      trampoline.bounce {
        let time = nextTime.value
        timer.inner = scheduler.schedule(at: time) {
          subscription.pass(time, handler)
          var next = time.saturatingAdding(interval)
          let now = scheduler.now
          if next < now { next = time.saturatingAdding(interval * ((now - time) / interval).rounded(.up)) }
          if !timer.isDisposed { arm(at: next) }
        }
      }
    }
    arm(at: scheduler.now.saturatingAdding(interval))
  }
}
