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
      let debouncing = Debouncing(queue, interval, scheduler)
      return Observer(
        next: { debouncing.add($0) },
        end: { termination in
          let value = debouncing.close()
          if termination.isCompleted, onCompletion == .flush, let value { queue.add(value) }
          queue.add(end: termination)
        })
    }
  }
}

/// One start of `debounce`.
@usableFromInline final class Debouncing<Value: Sendable, Failure: Error, S: Scheduler>: Sendable {
  @usableFromInline let queue: SchedulerQueue<Value, Failure>
  @usableFromInline let interval: Duration
  @usableFromInline let scheduler: S
  @usableFromInline let pending = Guarded(Pending<Value>())

  @inlinable init(_ queue: SchedulerQueue<Value, Failure>, _ interval: Duration, _ scheduler: S) {
    self.queue = queue
    self.interval = interval
    self.scheduler = scheduler
    queue.subscription.onEnd { [pending] in
      let (_, timer) = pending.withLock { $0.close() }
      timer?.dispose()
    }
  }

  @inlinable @inline(__always) func add(_ value: Value) {
    let due = scheduler.now.saturatingAdding(interval)
    let (setting, _) = pending.withLock { $0.add(value, due: due) }
    if let setting { set(setting) }
  }

  /// Returns the value that waits.
  @inlinable func close() -> Value? {
    let (value, timer) = pending.withLock { $0.close() }
    timer?.dispose()
    return value
  }

  @inlinable @inline(never) func set(_ setting: PostponedTimer.Setting) {
    let timer = scheduler.schedule(at: setting.time) { self.fire(setting) }
    pending.withLock { $0.timer.keep(timer, for: setting) }?.dispose()
  }

  @inlinable func fire(_ setting: PostponedTimer.Setting) {
    // A clock may lag behind its timers, as one that shows no time at all.
    let (now, isPaused) = (max(setting.time, scheduler.now), queue.subscription.isPaused)
    var next: (setting: PostponedTimer.Setting?, waitsForResumption: Bool) = (nil, false)
    let added = queue.enqueue(from: pending) { pending in
      let step = pending.fire(setting, now: now, isPaused: isPaused)
      next = (step.next, step.waitsForResumption)
      return step.passed
    }
    queue.runJob(for: added)
    if let setting = next.setting { set(setting) }
    if next.waitsForResumption {
      queue.subscription.whenResumed { [self] in
        queue.sendJob(for: queue.enqueue(from: pending) { $0.resume() })
      }
    }
  }
}

/// The value that `debounce` holds back. It decides, the caller acts: passes on, and sets timers.
@usableFromInline struct Pending<Value: Sendable>: Sendable {
  @usableFromInline struct Step: Sendable {
    @usableFromInline var passed: Value?
    @usableFromInline var next: PostponedTimer.Setting?
    @usableFromInline var waitsForResumption = false

    @inlinable init() {}
  }

  @usableFromInline var value: Value?
  @usableFromInline var timer = PostponedTimer()
  /// The time of the value was over while downstream requested a pause.
  @usableFromInline var isOver = false
  /// Whether the end of a pause is waited for.
  @usableFromInline var isHolding = false
  @usableFromInline var isClosed = false

  @inlinable init() {}

  /// Returns what is to be released outside the lock: the value before, or this one when it comes too late.
  @inlinable @inline(__always)
  mutating func add(_ value: Value, due: Duration) -> (setting: PostponedTimer.Setting?, dropped: Value?) {
    if isClosed { return (nil, value) }
    isOver = false
    // Times of the same interval come in their order: no timer is replaced.
    return (timer.move(to: due).set, exchange(&self.value, with: value))
  }

  @inlinable mutating func fire(_ setting: PostponedTimer.Setting, now: Duration, isPaused: Bool) -> Step {
    var step = Step()
    switch timer.fire(setting, now: now) {
    case .ignored: break
    case .early: step.next = timer.due.flatMap { timer.move(to: $0).set }
    case .due where isPaused:
      isOver = true
      step.waitsForResumption = !exchange(&isHolding, with: true)
    case .due: step.passed = value.take()
    }
    return step
  }

  /// A pause is over. A value that has come meanwhile may not be old enough.
  @inlinable mutating func resume() -> Value? {
    isHolding = false
    if !isOver { return nil }
    isOver = false
    return value.take()
  }

  /// Returns the value that waits, and what is to be disposed of.
  @inlinable mutating func close() -> (value: Value?, timer: (any Disposable)?) {
    isClosed = true
    return (value.take(), timer.stop())
  }
}
