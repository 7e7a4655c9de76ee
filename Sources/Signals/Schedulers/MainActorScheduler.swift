#if !hasFeature(Embedded)

  /// Runs actions on the main actor, in order, never inline.
  ///
  /// Actions wait in one queue that one job empties; there is no job per action. Delays are measured by
  /// a ``ClockScheduler``.
  public final class MainActorScheduler: Scheduler {
    private let actions = Guarded(ActionQueue())
    /// Wakes the scheduler when a timer is due.
    private let clock = ClockScheduler()

    /// A scheduler with a queue of its own: what two of them are given has no order between them.
    public init() {}

    /// For a closure that the scheduler calls. What that captured is released on the main actor.
    package static func hopped<Argument: Sendable, Result: Sendable>(
      _ action: @escaping @MainActor @Sendable (Argument) -> Result
    ) -> @Sendable (Argument) -> Result {
      MainActor.shared.keeping { argument in MainActor.assumeIsolated { action(argument) } }
    }

    /// A scheduler that all code of the program can share.
    public static let shared = MainActorScheduler()

    public var now: Duration { clock.now }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      let scheduled = ScheduledAction(action)
      perform { $0.add(scheduled, now: now) }
      return scheduled
    }

    @discardableResult
    public func schedule(
      at time: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Disposable {
      let wakeUp = SerialDisposable()
      let scheduled = ScheduledAction(
        action,
        onCancel: { [actions] in
          actions.withLock { $0.noteCancellation() }
          wakeUp.dispose()
        })
      // Read before the timer is added: what is due here is moved by this thread, whatever comes.
      let isDue = time <= now
      perform { $0.add(scheduled, at: time, now: now) }
      // Keeps this scheduler until then, unless the action is cancelled.
      if !isDue {
        wakeUp.inner = clock.schedule(at: time) { [self] in perform { $0.moveDueTimers(now: now) } }
      }
      return scheduled
    }

    /// How many actions wait for the main actor, for the record.
    var arrivedCount: Int { actions.withLock { $0.arrivedCount } }

    /// Changes the actions inside the lock; sends a job if `change` returns true.
    private func perform(_ change: (inout ActionQueue) -> Bool) {
      if actions.withLock(change) { sendJob() }
    }

    private func sendJob() {
      Task.detached { @MainActor in self.runActions() }
    }

    @MainActor private func runActions() {
      actions.withLock { $0.takeAll() }.forEach { $0.run() }
      perform { $0.finishJob() }
    }
  }

#endif
