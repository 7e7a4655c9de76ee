import Signals

/// Starts a signal on a queue: at once if the caller is on it, and later otherwise.
///
///     in   --a--b--|
///          runOn(queue)
///     out  --a--b--|     (the generator runs on the queue)
///
/// Where the events come from then is for the signal to say. To have them delivered on a queue, use `deliverOn`.
/// A start that is disposed of before the queue or the pool comes to it runs nothing.
///
/// - Completes: with the signal.
/// - Fails: with the signal.
public func runOn<T, E>(_ queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      joined: signal.core.starting { start in
        let scheduled = ScheduledAction(start)
        queue.async { scheduled.run() }
        return scheduled
      })
  }
}

/// Starts a signal on a thread of a pool.
///
///     in   --a--b--|
///          runOn(pool)
///     out  --a--b--|     (the generator runs on a thread of the pool)
///
/// A start that is disposed of before the queue or the pool comes to it runs nothing.
///
/// - Completes: with the signal.
/// - Fails: with the signal.
public func runOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      joined: signal.core.starting { start in
        let task = ThreadPoolTask { _ in start() }
        threadPool.addTask(task)
        return AnyDisposable { task.cancel() }
      })
  }
}
