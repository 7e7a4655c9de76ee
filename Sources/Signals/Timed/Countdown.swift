/// An interval that is counted down for a start, but not while downstream requests a pause of it.
@usableFromInline final class Countdown<S: Scheduler>: Disposable {
  private enum Phase: Sendable {
    case stopped
    /// Downstream requests a pause.
    case waiting(left: Duration)
    case running(until: Duration)
  }

  private struct State: Sendable {
    var phase = Phase.stopped
    /// The phase that counts.
    var id = 0
    var timer = PostponedTimer()
    /// A count, because two threads may report a pause and its end in the wrong order.
    var pauses = 0
    var isDisposed = false

    /// Returns the timer to be set, and one to be disposed of outside the lock.
    mutating func enter(_ phase: Phase) -> (set: PostponedTimer.Setting?, replaced: (any Disposable)?) {
      id += 1
      self.phase = phase
      guard case .running(let end) = phase else { return (nil, timer.stop()) }
      return timer.move(to: end)
    }
  }

  private let subscription: Subscription
  private let scheduler: S
  private let expire: @Sendable () -> Void
  private let state = Guarded(State())

  /// - Parameter expire: Called when the time is over, inside the gate of the start.
  @usableFromInline init(
    for subscription: Subscription, on scheduler: S, _ expire: @escaping @Sendable () -> Void
  ) {
    self.subscription = subscription
    self.scheduler = scheduler
    self.expire = expire
  }

  /// Begins anew.
  @usableFromInline func start(_ interval: Duration) {
    let now = scheduler.now
    change { state in
      state.pauses > 0 ? .waiting(left: interval) : .running(until: now.saturatingAdding(interval))
    }
  }

  @usableFromInline func stop() { change { _ in .stopped } }

  /// Stops for a moment: the timer stays for the next interval, which ends later.
  @usableFromInline func rest() {
    state.withLock { state in
      state.id += 1
      state.phase = .stopped
      state.timer.rest()
    }
  }

  /// Sets the timer again if the interval has begun anew since it was set.
  private func fire(_ setting: PostponedTimer.Setting) {
    // A clock may lag behind its timers, as one that shows no time at all.
    let now = max(setting.time, scheduler.now)
    let (next, over) = state.withLock { state -> (PostponedTimer.Setting?, id: Int?) in
      switch state.timer.fire(setting, now: now) {
      case .ignored: (nil, nil)
      case .early: (state.timer.due.flatMap { state.timer.move(to: $0).set }, nil)
      case .due: (nil, state.id)
      }
    }
    if let next { set(next) }
    if let over { subscription.pass(over, end) }
  }

  /// Inside the gate. An interval that was stopped, begun anew or paused while it waited for the gate does not count.
  private func end(_ id: Int) {
    let isOver = state.withLock { state in
      guard id == state.id, case .running = state.phase else { return false }
      _ = state.enter(.stopped)
      return true
    }
    if isOver { expire() }
  }

  // MARK: Disposable

  @usableFromInline var isDisposed: Bool { state.withLock { $0.isDisposed } }

  @usableFromInline func dispose() {
    change { state in
      state.isDisposed = true
      return .stopped
    }
  }

  @usableFromInline func pause() {
    let now = scheduler.now
    change { state in
      state.pauses += 1
      guard state.pauses == 1, case .running(let end) = state.phase else { return nil }
      return .waiting(left: max(.zero, end - now))
    }
  }

  @usableFromInline func resume() {
    let now = scheduler.now
    change { state in
      state.pauses -= 1
      guard state.pauses == 0, case .waiting(let left) = state.phase else { return nil }
      return .running(until: now.saturatingAdding(left))
    }
  }

  /// `decide` returns the next phase, if there is another one.
  private func change(_ decide: (inout State) -> Phase?) {
    let (setting, replaced) = state.withLock { state -> (PostponedTimer.Setting?, (any Disposable)?) in
      guard let phase = decide(&state) else { return (nil, nil) }
      return state.enter(state.isDisposed ? .stopped : phase)
    }
    replaced?.dispose()
    if let setting { set(setting) }
  }

  private func set(_ setting: PostponedTimer.Setting) {
    let timer = scheduler.schedule(at: setting.time) { [self] in fire(setting) }
    // What has taken its place meanwhile stays.
    state.withLock { $0.timer.keep(timer, for: setting) }?.dispose()
  }
}
