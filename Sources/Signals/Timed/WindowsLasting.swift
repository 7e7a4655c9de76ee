extension EventStream {
  /// Splits a stream into signals that begin at regular intervals and last for a while each: they overlap, or leave gaps.
  ///
  ///     in   --a--b--c--|
  ///          windows(lasting: .seconds(6), every: .seconds(4), on: scheduler)
  ///     out  w---w---w--|
  ///     1st  --a--b|
  ///     2nd      -b--c-|
  ///     3rd          c--|
  ///
  /// The first signal is sent at the start, a further one at the end of each interval. A value is sent to each signal that
  /// is open, the oldest first. Where one signal ends and another begins at the same moment, the end comes first. Signals
  /// and values are sent on the scheduler (contract T1). Pushed, the first one reaches the observers that are attached when
  /// the scheduler comes to it. A scheduler that is late leaves out the signals that would be over already.
  ///
  /// The signals that are open go on when this stream has been ended from below, as by `prefix(_:)`, as long as they are
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so do the signals that are open.
  /// - Fails: with the source; so do the signals that are open.
  /// - Buffers: up to 1024 values that wait for the scheduler; then a source that can wait is paused.
  /// - Precondition: `length` and `interval` are greater than zero.
  /// - Complexity: memory and time for the signals that are open: `length` divided by `interval`, rounded up.
  @inlinable public func windows(
    lasting length: Duration, every interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(
      length > .zero, "windows(lasting:every:on:)", "the length must be greater than zero", length)
    require(
      interval > .zero, "windows(lasting:every:on:)", "the interval must be greater than zero", interval)
    return join { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(lasting:every:on:)", junction.subscription, sourceCanWait: !D.pushes)
      // Windows are numbered from 1 on. A busy scheduler may come to the end of one before it has come to its beginning.
      let last = Box((opened: 0, closed: 0))
      let open: @Sendable (Duration) -> Void = { _ in
        last.value.opened += 1
        guard let (_, window) = windows.open(last.value.opened) else { return }
        junction.output.next(window)
        if last.value.closed >= last.value.opened { windows.completeOldest() }
      }
      let close: @Sendable (Duration) -> Void = { _ in
        last.value.closed += 1
        if last.value.closed <= last.value.opened { windows.completeOldest() }
      }
      let closeLater: @Sendable (Duration) -> Void = { time in
        let end = time.saturatingAdding(length)
        windows.source += scheduler.schedule(at: end) { windows.enter(end, close) }
      }
      let start = scheduler.now
      windows.source += scheduler.schedule { windows.enter(start, open) }
      // Before the ticks, so that of two actions for the same moment the end comes first.
      closeLater(start)
      // A signal that should be open by now is opened late: otherwise a value could be in none, although they overlap.
      windows.source.tick(every: interval, catchingUp: length, on: scheduler) { time in
        windows.enter(time, open)
        closeLater(time)
      }
      windows.connect(
        sending(on: scheduler, buffering: .suspending(1024)) { Observer(next: $0.add, end: $0.finish) },
        next: { value in
          var number = last.value.closed
          while number < last.value.opened {
            number += 1
            windows[number]?.send(value)
          }
        },
        end: junction.output.end)
    }
  }
}
