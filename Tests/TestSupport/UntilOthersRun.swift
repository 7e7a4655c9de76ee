import Signals

/// Repeats an operation on a thread of its own until another task has run there, and returns how often it did.
///
/// - Parameters:
///   - limit: When to give up: otherwise a test that fails would keep the thread.
///   - cancelled: Whether the task that repeats the operation is cancelled.
///   - make: What prepares the operation, before the other task is there.
package func repetitionsUntilOthersRun(
  limit: Int = 100_000, cancelled: Bool = false, _ make: @escaping @Sendable () async -> () async -> Void
) async -> Int {
  let thread = ThreadOfItsOwn()
  return await Task(executorPreference: thread) {
    let perform = await make()
    if cancelled { withUnsafeCurrentTask { $0?.cancel() } }
    let othersHaveRun = Guarded(false)
    let other = Task(executorPreference: thread) { othersHaveRun.withLock { $0 = true } }
    var count = 0
    while count < limit, !othersHaveRun.withLock({ $0 }) {
      await perform()
      count += 1
    }
    await other.value
    return count
  }.value
}
