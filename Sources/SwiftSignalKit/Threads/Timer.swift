import Signals
import SignalsFoundation

/// Calls on a queue after a while, once or again and again.
///
/// The caller keeps it: releasing the last reference ends it.
public final class Timer: Sendable {
  private let timeout: Duration
  private let `repeat`: Bool
  private let completion: @Sendable (Timer) -> Void
  private let queue: Queue
  private let run = SerialDisposable()

  /// A timer that has not been started.
  ///
  /// - Parameters:
  ///   - timeout: In seconds. A repeated one is a millisecond at least.
  ///   - repeat: Whether it calls again, each time after as long, counted from the start.
  ///   - completion: What is called.
  ///   - queue: Where it is called.
  @preconcurrency public init(
    timeout: Double, repeat: Bool, completion: @escaping @Sendable (Timer) -> Void, queue: Queue
  ) {
    self.timeout = Duration(inSeconds: timeout)
    self.repeat = `repeat`
    self.completion = completion
    self.queue = queue
  }

  /// A timer that has not been started.
  ///
  /// - Parameters:
  ///   - timeout: In seconds. A repeated one is a millisecond at least.
  ///   - repeat: Whether it calls again, each time after as long, counted from the start.
  ///   - completion: What is called.
  ///   - queue: Where it is called.
  @preconcurrency public convenience init(
    timeout: Double, repeat: Bool, completion: @escaping @Sendable () -> Void, queue: Queue
  ) {
    self.init(timeout: timeout, repeat: `repeat`, completion: { _ in completion() }, queue: queue)
  }

  deinit { run.dispose() }

  /// Begins to count; anew if it was counting.
  public func start() {
    // Before it begins to count: it may call, and be started or invalidated there, before this returns.
    let count = SerialDisposable()
    run.inner = count
    let ring: @Sendable () -> Void = { [weak self] in
      if let self, !count.isDisposed { self.completion(self) }
    }
    if `repeat` {
      let interval = max(timeout, .milliseconds(1))
      count.inner = SignalProducer.interval(every: interval, on: QueueTurns(queue)).startWithValues { _ in
        ring()
      }
    } else {
      count.inner = queue.timers.schedule(after: timeout) { [queue] in queue.async(ring) }
    }
  }

  /// Stops counting. It can be started again.
  public func invalidate() { run.inner = nil }
}
