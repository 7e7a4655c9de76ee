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
@inlinable public func runOn<T, E>(_ queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      joined: signal.core.starting { queue.enqueue($0) })
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
@inlinable public func runOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    Signal(
      joined: signal.core.starting { threadPool.enqueue($0) })
  }
}

extension Queue {
  /// - Returns: What keeps the action from running, until it does.
  @usableFromInline func enqueue(_ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let scheduled = ScheduledAction(action)
    async { scheduled.run() }
    return scheduled
  }
}

extension ThreadPool {
  /// - Returns: What keeps the action from running, until it does.
  @usableFromInline func enqueue(_ action: @escaping @Sendable () -> Void) -> any Signals.Disposable {
    let task = ThreadPoolTask { _ in action() }
    addTask(task)
    return AnyDisposable { task.cancel() }
  }
}
