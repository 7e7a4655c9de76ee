import Signals

/// Passes on events on a queue: at once where they come on that queue, and later otherwise.
///
///     in   --a--b--|
///          deliverOn(queue)
///     out  --a--b--|     (on the queue)
///
/// The order is kept. So an event that comes on the queue while others are still on their way to it waits for
/// them; there is no overtaking.
///
/// - Completes: with the signal, after the values that wait.
/// - Fails: with the signal, after the values that wait.
/// - Buffers: the events that the queue has not come to yet.
public func deliverOn<T, E>(_ queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    signal.delivered {
      let turns = InlineTurns(queue)
      return { turns.send($0) }
    }
  }
}

/// Passes on events on the threads of a pool, one at a time.
///
///     in   --a--b--|
///          deliverOn(pool)
///     out  --a--b--|     (on a thread of the pool)
///
/// - Completes: with the signal, after the values that wait.
/// - Fails: with the signal, after the values that wait.
/// - Buffers: the events that the pool has not come to yet.
public func deliverOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in
    signal.delivered {
      let queue = threadPool.nextQueue()
      return { job in queue.addTask(ThreadPoolTask { _ in job() }) }
    }
  }
}

/// Passes on events on the main queue: at once where they come on the main thread, and later otherwise.
///
///     in   --a--b--|
///          deliverOnMainQueue
///     out  --a--b--|     (on the main queue)
///
/// - Completes: with the signal, after the values that wait.
/// - Fails: with the signal, after the values that wait.
/// - Buffers: the events that the main queue has not come to yet.
public func deliverOnMainQueue<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal |> deliverOn(Queue.mainQueue())
}

extension Signal {
  /// `makeWay` is called at each start, and gives what takes jobs to where the events are wanted.
  fileprivate func delivered(
    _ makeWay: @escaping @Sendable () -> @Sendable (@escaping @Sendable () -> Void) -> Void
  ) -> Signal {
    Signal(
      // An error comes in its turn here, so it travels as a value.
      joined: .deferred { [core] in core.materialize().receiving(makeWay()).dematerialize() })
  }
}
