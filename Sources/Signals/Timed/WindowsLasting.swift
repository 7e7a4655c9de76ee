extension EventStream {
  /// Splits a stream into windows that begin at regular intervals and last for a while each: they overlap, or leave gaps.
  ///
  ///     in   --a--b--c--|
  ///          windows(lasting: .seconds(6), every: .seconds(4), on: scheduler)
  ///     out  w---w---w--|
  ///     1st  --a--b|
  ///     2nd      -b--c-|
  ///     3rd          c--|
  ///
  /// The first window is sent at the start, a further one at the end of each interval. A value is sent to each window that
  /// is open when it comes, the oldest first, also where the scheduler is late; so windows that would be over already and
  /// have no values are left out. Where one window ends and another begins at the same moment, the end comes first.
  /// Everything is sent on the scheduler (contract T1). Pushed, the first window reaches the observers that are attached when
  /// the scheduler comes to it.
  ///
  /// While downstream requests a pause, windows that are open end in time, but no other one is sent; unless a window is
  /// observed that could receive values: then all goes on (contract G2). Values that wait for the end of the pause go to the
  /// windows that are open then.
  ///
  /// The windows that are open go on when this stream has been ended from below, as by `prefix(_:)`, as long as they are
  /// observed; then the source is disposed of (contract G1).
  ///
  /// - Completes: with the source; so do the windows that are open.
  /// - Fails: with the source; so do the windows that are open.
  /// - Buffers: up to 1024 values that wait for the scheduler; then a source that can wait is paused.
  /// - Precondition: `length` and `interval` are greater than zero.
  /// - Complexity: memory and time for the windows that are open: `length` divided by `interval`, rounded up.
  @inlinable public func windows(
    lasting length: Duration, every interval: Duration, on scheduler: some Scheduler
  ) -> EventStream<D, SignalProducer<Value, Failure>, Failure> {
    require(
      length > .zero, "windows(lasting:every:on:)", "the length must be greater than zero", length)
    require(
      interval > .zero, "windows(lasting:every:on:)", "the interval must be greater than zero", interval)
    return join(sendingBy: { scheduler.schedule($0) }) { junction in
      let windows = Branches<Int, Value, Failure>(
        "windows(lasting:every:on:)", junction.subscription, sourceCanWait: !D.pushes)
      let start = scheduler.now
      let times = GateBox(WindowTimes(length: length, interval: interval, begin: start))
      @Sendable func advance(to time: Duration, opening: Bool) {
        while let step = times.value.next(by: time, opening && !junction.subscription.isStopped) {
          switch step {
          case .close: windows.completeOldest()
          case .open(let number): if let (_, window) = windows.open(number) { junction.next(window) }
          }
        }
      }
      let noted: EventStream<D, (time: Duration, value: Value?), Failure> =
        sending(on: scheduler, buffering: .suspending(1024)) { queue in
          let waitsForResumption = GateBox(false)
          /// On the scheduler. What comes then has its place among the values that wait.
          @Sendable func note(_ time: Duration) {
            if !windows.source.isPaused { return queue.runJob(for: queue.enqueue((time, nil))) }
            // An end is not held back (contract B2).
            windows.enter(time) { advance(to: $0, opening: false) }
            if exchange(&waitsForResumption.value, with: true) { return }
            windows.source.whenResumed {
              scheduler.schedule {
                waitsForResumption.value = false
                note(scheduler.now)
              }
            }
          }
          @Sendable func tick(from first: Duration) -> any Disposable {
            windows.source.tick(every: interval, from: first, on: scheduler) {
              note(Swift.max($0, scheduler.now))
            }
          }
          let first = scheduler.schedule { note(start) }
          windows.source += first
          // Windows that follow each other end where others begin.
          let ends = length == interval ? nil : tick(from: start.saturatingAdding(length))
          let beginnings = tick(from: start.saturatingAdding(interval))
          return Observer(
            next: { queue.add((scheduler.now, .some($0))) },
            end: { termination in
              first.dispose()
              ends?.dispose()
              beginnings.dispose()
              // The first window is sent in any case.
              if termination.isCompleted { queue.add((start, nil)) }
              queue.add(end: termination)
            })
        }
      windows.connect(
        noted,
        next: { time, value in
          advance(to: time, opening: true)
          guard let value else { return }
          for number in times.value.open { windows[number]?.send(value) }
        },
        end: junction.output.end)
    }
  }
}

/// When windows begin and end. Times are noted in the order in which the scheduler comes to them; one that is earlier than
/// the latest counts as that.
@usableFromInline struct WindowTimes: Sendable {
  @usableFromInline enum Step: Sendable {
    /// The oldest one ends.
    case close
    /// The one with this number begins.
    case open(Int)
  }

  @usableFromInline let length: Duration
  @usableFromInline let interval: Duration
  /// When the next one begins.
  @usableFromInline var begin: Duration
  /// When those end that are open, oldest first.
  @usableFromInline var ends = Fifo<Duration>()
  @usableFromInline var opened = 0
  @usableFromInline var latest: Duration

  @inlinable init(length: Duration, interval: Duration, begin: Duration) {
    self.length = length
    self.interval = interval
    self.begin = begin
    latest = begin
  }

  /// The numbers of those that are open.
  @inlinable var open: Range<Int> { opened + 1 - ends.count..<opened + 1 }

  /// What happens next up to a moment, that included; an end before a beginning at the same moment. Windows that would be
  /// over by then are left out: all values that came before have been sent.
  @inlinable mutating func next(by time: Duration, _ opens: Bool) -> Step? {
    latest = max(latest, time)
    if opens {
      let late = latest - begin.saturatingAdding(length)
      if late >= .zero {
        let sinceEnd = Duration(attoseconds: late.attoseconds % interval.attoseconds)
        begin = (latest - length).saturatingAdding(interval - sinceEnd)
      }
    }
    if let end = ends.first, end <= latest, end <= begin || !opens {
      _ = ends.popFirst()
      return .close
    }
    if !opens || begin > latest { return nil }
    ends.append(begin.saturatingAdding(length))
    begin = begin.saturatingAdding(interval)
    opened += 1
    return .open(opened)
  }
}
