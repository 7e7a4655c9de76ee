#if !hasFeature(Embedded)

  /// Runs actions on the main actor, in order, never inline.
  ///
  /// Actions wait in one queue that one job empties; there is no job per action. Delays are measured by
  /// a ``ClockScheduler``.
  public final class MainActorScheduler: Scheduler {
    private struct State {
      var actions = JobQueue<ScheduledAction>()
      var timers = TimerQueue()
    }

    private let state = Guarded(State())
    /// Wakes the scheduler when a timer is due.
    private let clock = ClockScheduler()

    public init() {}

    /// A scheduler that all code of the program can share.
    public static let shared = MainActorScheduler()

    public var now: Duration { clock.now }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      let scheduled = ScheduledAction(action)
      perform { [self] state in
        // The clock may wake the scheduler late: timers that are due come first.
        let timersNeedJob = moveDueTimers(&state)
        return state.actions.add(scheduled) || timersNeedJob
      }
      return scheduled
    }

    @discardableResult
    public func schedule(
      at time: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Disposable {
      let wakeUp = SerialDisposable()
      let scheduled = ScheduledAction(
        action,
        onCancel: { [state] in
          state.withLock { $0.timers.noteCancellation() }
          wakeUp.dispose()
        })
      // Read before the timer is added: what is due here is moved by this thread, whatever comes.
      let isDue = time <= now
      perform { [self] state in
        state.timers.add(scheduled, at: time)
        return moveDueTimers(&state)
      }
      // Keeps this scheduler until then, unless the action is cancelled.
      if !isDue { wakeUp.inner = clock.schedule(at: time) { [self] in perform(moveDueTimers) } }
      return scheduled
    }

    /// Changes the state inside the lock; sends a job if `change` returns true.
    private func perform(_ change: (inout State) -> Bool) {
      if state.withLock(change) { sendJob() }
    }

    /// Inside the lock. True: the caller has to send a job.
    private func moveDueTimers(_ state: inout State) -> Bool {
      guard let next = state.timers.nextTime else { return false }
      let now = now
      guard next <= now else { return false }
      var needsJob = false
      while let due = state.timers.popDue(at: now) {
        if state.actions.add(due.action) { needsJob = true }
      }
      return needsJob
    }

    private func sendJob() {
      Task.detached { @MainActor in self.runActions() }
    }

    @MainActor private func runActions() {
      state.withLock { $0.actions.takeAll() }.forEach { $0.run() }
      perform { $0.actions.finishJob() }
    }
  }

#endif
