#if !hasFeature(Embedded)

  /// Runs actions by a clock, off the calling thread.
  ///
  /// Time is monotonic and counts from the moment the scheduler was made. Whatever the number of
  /// timers, one task sleeps, until the earliest of them. Actions run one at a time, by time and then by
  /// order of arrival: one that blocks delays the others, so hand long work on.
  ///
  /// Waiting timers keep the scheduler alive, also one whose moment is too far away to come.
  ///
  /// - Complexity: scheduling and cancelling take O(log n) of the n waiting timers.
  public final class ClockScheduler: Scheduler {
    private struct State {
      var timers = TimerQueue()
      /// When the sleeping task wakes up; nil while none sleeps.
      var wakesAt: Duration?
      var sleeper: Task<Void, Never>?
      /// Which sleeper is the current one; those before it wake up for nothing.
      var generation = 0
      var isRunning = false
      /// The scheduler, while timers wait: they keep it.
      var owner: ClockScheduler?

      /// Returns the owner if no timer waits any more, to be released outside the lock.
      mutating func takeOwnerIfIdle() -> ClockScheduler? {
        timers.places == 0 && !isRunning ? owner.take() : nil
      }
    }

    private let state = Guarded(State())
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (_ until: Duration) async throws -> Void

    /// A scheduler on the system's monotonic clock, which goes on while the machine sleeps.
    public convenience init() { self.init(clock: ContinuousClock()) }

    /// A scheduler on any clock. `tolerance` is how much later than requested a timer may fire, so that
    /// the system can group wake-ups; nil leaves that to the clock.
    ///
    /// - Precondition: `tolerance` is not negative.
    public init<C: Clock>(clock: C, tolerance: Duration? = nil) where C.Duration == Duration {
      require(
        tolerance ?? .zero >= .zero, "ClockScheduler(clock:tolerance:)", "the tolerance must not be negative",
        tolerance ?? .zero)
      let origin = clock.now
      let tolerance = tolerance.map { min($0, .century) }
      elapsed = { origin.duration(to: clock.now) }
      sleep = { time in
        let now = origin.duration(to: clock.now)
        // A clock may be unable to show a moment that is far away; the system's clock stops the program. A sleeper
        // that wakes up too early makes way for the next one.
        let wakesAt = min(max(time, .zero), now.saturatingAdding(.century))
        try await clock.sleep(until: origin.advanced(by: wakesAt), tolerance: tolerance)
      }
    }

    deinit { state.withLock { $0.sleeper.take() }?.cancel() }

    public var now: Duration { elapsed() }

    @discardableResult
    public func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
      schedule(at: now, action)
    }

    @discardableResult
    public func schedule(
      at time: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Disposable {
      let scheduled = ScheduledAction(action) { [state] in
        let released = state.withLock { state in
          state.timers.noteCancellation()
          return state.takeOwnerIfIdle()
        }
        withExtendedLifetime(released) {}
      }
      let sleep = state.withLock { state in
        state.timers.add(scheduled, at: time)
        state.owner = self
        return nextSleep(&state)
      }
      if let sleep { begin(sleep) }
      return scheduled
    }

    /// A task to begin, and the one it replaces.
    private struct Sleep {
      let time: Duration
      let generation: Int
      let replaced: Task<Void, Never>?
    }

    /// Decides, inside the lock, whether a task must begin to sleep: only if none wakes up in time.
    private func nextSleep(_ state: inout State) -> Sleep? {
      guard !state.isRunning, let time = state.timers.nextTime else { return nil }
      if let wakesAt = state.wakesAt, wakesAt <= time { return nil }
      state.wakesAt = time
      state.generation += 1
      defer { state.sleeper = nil }
      return Sleep(time: time, generation: state.generation, replaced: state.sleeper)
    }

    private func begin(_ sleep: Sleep) {
      sleep.replaced?.cancel()
      // Detached: a timer has nothing to do with the task that happened to set it.
      let task = Task.detached { [weak self, wait = self.sleep] in
        try? await wait(sleep.time)  // Throws only when it was replaced, or nothing keeps the scheduler.
        self?.wakeUp(sleep.generation)
      }
      let isReplaced = state.withLock { state in
        if state.generation != sleep.generation { return true }
        // Otherwise it has woken up already, and may be running actions, which must not find their task cancelled.
        if state.wakesAt != nil { state.sleeper = task }
        return false
      }
      if isReplaced { task.cancel() }
    }

    private func wakeUp(_ generation: Int) {
      let isCurrent = state.withLock { state in
        guard state.generation == generation, !state.isRunning else { return false }
        state.wakesAt = nil
        state.sleeper = nil
        state.isRunning = true
        return true
      }
      guard isCurrent else { return }
      runDueActions()
      let (sleep, released) = state.withLock { state in
        state.isRunning = false
        return (nextSleep(&state), state.takeOwnerIfIdle())
      }
      if let sleep { begin(sleep) }
      withExtendedLifetime(released) {}
    }

    /// How many actions should have run, for the record.
    var dueCount: Int {
      let now = now
      return state.withLock { $0.timers.dueCount(at: now) }
    }

    private func runDueActions() {
      while true {
        // The clock may be code outside the library: it is read outside the lock.
        let now = now
        guard let due = state.withLock({ $0.timers.popDue(at: now) }) else { return }
        due.action.run()
      }
    }
  }

  extension Duration {
    /// A hundred years: longer than a program runs, and short enough for every clock.
    fileprivate static var century: Duration { .seconds(3_155_760_000) }
  }

#endif
