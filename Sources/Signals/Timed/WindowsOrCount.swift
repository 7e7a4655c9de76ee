extension EventStream {
  /// Splits a stream into windows that last for an interval each, or until they have sent `count` values.
  ///
  ///     in   --a-b-c-------d--|
  ///          windows(every: .seconds(6), orCount: 2, on: scheduler)
  ///     out  w---w-----w-----w|
  ///     1st  --a-(b|)
  ///     2nd      --c---|
  ///     3rd            ----d-|
  ///     4th                  -|
  ///
  /// The first window is sent at the start, and another one as soon as one has completed; its interval begins then.
  /// Everything is sent on the scheduler (contract T1). Pushed, the first window reaches the observers that are attached when
  /// the scheduler comes to it.
  ///
  /// While downstream requests a pause, the window that is open ends in time, but no other one is sent; unless a window is
  /// observed that could receive values: then all goes on (contract G2).
  ///
  /// The window that is open goes on when this stream has been ended from below, as by `prefix(_:)`, as long as it is
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so does the window that is open.
  /// - Fails: with the source; so does the window that is open.
  /// - Buffers: up to 1024 values that wait for the scheduler; then a source that can wait is paused.
  /// - Precondition: `interval` is greater than zero, and `count` is at least 1.
  @inlinable public func windows(
    every interval: Duration, orCount count: Int, on scheduler: some Scheduler
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(
      interval > .zero, "windows(every:orCount:on:)", "the interval must be greater than zero", interval)
    require(count > 0, "windows(every:orCount:on:)", "the count must be at least 1", count)
    return join(sendingBy: { scheduler.schedule($0) }) { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(every:orCount:on:)", junction.subscription, sourceCanWait: !D.pushes)
      let timer = SerialDisposable()
      windows.source += timer
      // Which window is the newest, and how many values it has: a timer that fires too late must not close the next one.
      let current = GateBox((number: 0, count: 0))
      let isOpen = GateBox(false)
      @Sendable func open() {
        if isOpen.value || windows.sendWindow(to: junction.output) == nil { return }
        isOpen.value = true
        current.value = (current.value.number + 1, 0)
        let number = current.value.number
        timer.inner = scheduler.schedule(after: interval) { windows.enter(number, expire) }
      }
      @Sendable func close() {
        isOpen.value = false
        windows.completeOldest()
      }
      @Sendable func expire(_ number: Int) {
        guard isOpen.value, number == current.value.number else { return }
        close()
        if !windows.source.isPaused { return open() }
        windows.source.whenResumed { scheduler.schedule { windows.enter((), open) } }
      }
      windows.source += scheduler.schedule { windows.enter((), open) }
      windows.connect(
        sending(on: scheduler, buffering: .suspending(1024)) { Observer(next: $0.add, end: $0.add(end:)) },
        next: { value in
          open()
          guard let window = windows[0] else { return }
          window.send(value)
          current.value.count += 1
          if current.value.count == count {
            close()
            open()
          }
        },
        end: junction.output.end)
    }
  }
}
