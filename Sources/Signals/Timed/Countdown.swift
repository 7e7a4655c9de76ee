/// An interval that is counted down for a start, but not while downstream requests a pause of it.
@usableFromInline final class Countdown<S: Scheduler>: Disposable {
  private enum Phase: Sendable {
    case stopped
    /// Downstream requests a pause.
    case waiting(left: Duration)
    case running(until: Duration, timer: (any Disposable)?)

    static func after(_ interval: Duration, _ now: Duration) -> Self {
      .running(until: now.saturatingAdding(interval), timer: nil)
    }
  }

  private struct State: Sendable {
    var phase = Phase.stopped
    /// The phase that counts.
    var id = 0
    /// A count, because two threads may report a pause and its end in the wrong order.
    var pauses = 0
    var isDisposed = false

    /// Returns the timer before, which is disposed of outside the lock.
    mutating func enter(_ phase: Phase) -> (any Disposable)? {
      id += 1
      guard case .running(_, let timer) = exchange(&self.phase, with: phase) else { return nil }
      return timer
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
    change { state, now in state.pauses > 0 ? .waiting(left: interval) : .after(interval, now) }
  }

  @usableFromInline func stop() { change { _, _ in .stopped } }

  /// Inside the gate. A timer that was stopped, begun anew or paused while it waited for the gate does not count.
  private func fire(_ id: Int) {
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
    change { state, _ in
      state.isDisposed = true
      return .stopped
    }
  }

  @usableFromInline func pause() {
    change { state, now in
      state.pauses += 1
      guard state.pauses == 1, case .running(let end, _) = state.phase else { return nil }
      return .waiting(left: max(.zero, end - now))
    }
  }

  @usableFromInline func resume() {
    change { state, now in
      state.pauses -= 1
      guard state.pauses == 0, case .waiting(let left) = state.phase else { return nil }
      return .after(left, now)
    }
  }

  /// `decide` gets the time, which is read outside the lock, and returns the next phase, if there is another one.
  private func change(_ decide: (inout State, _ now: Duration) -> Phase?) {
    let now = scheduler.now
    let (old, begun) = state.withLock { state -> ((any Disposable)?, (id: Int, end: Duration)?) in
      guard var phase = decide(&state, now) else { return (nil, nil) }
      if state.isDisposed { phase = .stopped }
      let old = state.enter(phase)
      guard case .running(let end, _) = phase else { return (old, nil) }
      return (old, (state.id, end))
    }
    old?.dispose()
    guard let (id, end) = begun else { return }
    let timer = scheduler.schedule(at: end) { [self] in subscription.pass(id, fire) }
    // What has taken its place meanwhile stays.
    let late = state.withLock { state -> (any Disposable)? in
      guard id == state.id, case .running = state.phase else { return timer }
      state.phase = .running(until: end, timer: timer)
      return nil
    }
    late?.dispose()
  }
}
