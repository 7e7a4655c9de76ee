#if !hasFeature(Embedded)

  /// Runs actions on the main actor, in order, never inline.
  ///
  /// Actions wait in one queue that one job empties; there is no job per action. Delays are measured by
  /// a ``ClockScheduler``.
  public final class MainActorScheduler: Scheduler {
    private let actions = Guarded(JobQueue<ScheduledAction>())
    private let timers = ClockScheduler()

    public init() {}

    /// A scheduler that all code of the program can share.
    public static let shared = MainActorScheduler()

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
      if time <= now { return schedule(action) }
      let timer = SerialDisposable()
      let scheduled = ScheduledAction(action, onCancel: { timer.dispose() })
      timer.inner = timers.schedule(at: time) { [self] in enqueue(scheduled) }
      return scheduled
    }

    private func enqueue(_ action: ScheduledAction) {
      if actions.withLock({ $0.add(action) }) { sendJob() }
    }

    private func sendJob() {
      Task.detached { @MainActor in self.runActions() }
    }

    @MainActor private func runActions() {
      actions.withLock { $0.takeAll() }.forEach { $0.run() }
      if actions.withLock({ $0.finishJob() }) { sendJob() }
    }
  }

#endif
