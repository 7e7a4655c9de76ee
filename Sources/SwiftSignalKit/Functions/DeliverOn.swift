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
/// - Buffers: the events that the queue has not come to yet; at 1024 a source that can wait is paused.
@inlinable public func deliverOn<T, E>(_ queue: Queue) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(joined: .join { Delivery($0, .queue(queue)).begin(signal) }) }
}

/// Passes on events on the threads of a pool, one at a time.
///
///     in   --a--b--|
///          deliverOn(pool)
///     out  --a--b--|     (on a thread of the pool)
///
/// - Completes: with the signal, after the values that wait.
/// - Fails: with the signal, after the values that wait.
/// - Buffers: the events that the pool has not come to yet; at 1024 a source that can wait is paused.
@inlinable public func deliverOn<T, E>(_ threadPool: ThreadPool) -> (Signal<T, E>) -> Signal<T, E> {
  { signal in Signal(joined: .join { Delivery($0, .pool(threadPool.nextQueue())).begin(signal) }) }
}

/// Passes on events on the main queue: at once where they come on the main thread, and later otherwise.
///
///     in   --a--b--|
///          deliverOnMainQueue
///     out  --a--b--|     (on the main queue)
///
/// - Completes: with the signal, after the values that wait.
/// - Fails: with the signal, after the values that wait.
/// - Buffers: the events that the main queue has not come to yet; at 1024 a source that can wait is paused.
@inlinable public func deliverOnMainQueue<T, E>(_ signal: Signal<T, E>) -> Signal<T, E> {
  signal |> deliverOn(Queue.mainQueue())
}
