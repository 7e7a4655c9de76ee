import Signals

/// Runs the tasks that prefer it when the test says so, on the thread of the test: what happens before and after a
/// task waits is no matter of luck.
final class Steps: TaskExecutor {
  private let jobs = Guarded(Fifo<UnownedJob>())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Runs all tasks until each waits or is over.
  func run() {
    while let job = jobs.withLock({ $0.popFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Begins a task, which runs to the point where it waits.
  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let task = Task(executorPreference: self) { await work() }
    run()
    return task
  }
}
