#if !hasFeature(Embedded)

  /// Runs actions on the main actor, in order, never inline.
  ///
  /// Actions wait in one queue that one job empties; there is no job per action. Delays are measured by
  /// a ``ClockScheduler``.
  public final class MainActorScheduler: Scheduler {
    private struct State {
      var waiting: [ScheduledAction] = []
      var isDraining = false
    }

    private let state = Guarded(State())
    private let timers = ClockScheduler()

    public init() {}

    public var now: Duration { timers.now }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      let scheduled = ScheduledAction(action)
      enqueue(scheduled)
      return scheduled
    }

    @discardableResult
    public func schedule(
      at time: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Disposable {
      let timer = SerialDisposable()
      let scheduled = ScheduledAction(action, onCancel: { timer.dispose() })
      timer.inner = timers.schedule(at: time) { [self] in enqueue(scheduled) }
      return scheduled
    }

    private func enqueue(_ action: ScheduledAction) {
      let mustDrain = state.withLock { state in
        state.waiting.append(action)
        defer { state.isDraining = true }
        return !state.isDraining
      }
      if mustDrain { drainSoon() }
    }

    private func drainSoon() {
      Task.detached { @MainActor in self.drain() }
    }

    /// Runs what waits now. What came meanwhile has to queue again, so that others get a turn on the main
    /// actor.
    @MainActor private func drain() {
      let actions = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      actions.forEach { $0.run() }
      let isMore = state.withLock { state in
        state.isDraining = !state.waiting.isEmpty
        return state.isDraining
      }
      if isMore { drainSoon() }
    }
  }

#endif
