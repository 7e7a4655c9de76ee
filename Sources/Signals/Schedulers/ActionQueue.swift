/// The actions of a scheduler, which one job at a time runs in order of arrival: those that wait for a time arrive when it
/// has come.
///
/// It decides, the caller acts: keep it behind a lock, and send the job afterwards.
package struct ActionQueue {
  private var actions = JobQueue<ScheduledAction>()
  private var timers = TimerQueue()
  /// How many actions the job under way has taken.
  private var taken = 0

  package init() {}

  /// The time of the next action that waits for one.
  package var nextTime: Duration? { timers.nextTime }

  /// Adds an action behind those that are due: what wakes the scheduler for them may be late. True: the caller has to
  /// send a job.
  package mutating func add(_ action: ScheduledAction, now: @autoclosure () -> Duration) -> Bool {
    let timersNeedJob = moveDueTimers(now: now())
    return actions.add(action) || timersNeedJob
  }

  /// Adds an action that waits until `time`. True: the caller has to send a job.
  package mutating func add(_ action: ScheduledAction, at time: Duration, now: @autoclosure () -> Duration)
    -> Bool
  {
    timers.add(action, at: time)
    return moveDueTimers(now: now())
  }

  /// Moves what is due behind what has arrived before. True: the caller has to send a job. The clock is read only if
  /// anything waits for a time.
  package mutating func moveDueTimers(now: @autoclosure () -> Duration) -> Bool {
    guard let next = timers.nextTime else { return false }
    let now = now()
    guard next <= now else { return false }
    var needsJob = false
    while let due = timers.popDue(at: now) {
      if actions.add(due.action) { needsJob = true }
    }
    return needsJob
  }

  /// Counts an action that waited for its time and was cancelled.
  package mutating func noteCancellation() { timers.noteCancellation() }

  /// What has arrived, for the job.
  package mutating func takeAll() -> [ScheduledAction] {
    let all = actions.takeAll()
    taken = all.count
    return all
  }

  /// The job is done. True: more came meanwhile, and the caller has to send another job.
  package mutating func finishJob() -> Bool {
    taken = 0
    return actions.finishJob()
  }

  /// How many actions have arrived and have not run, for the record: what the job under way has taken counts until the job
  /// is done, what waits for its time does not.
  package var arrivedCount: Int { actions.waiting.count + taken }
}
