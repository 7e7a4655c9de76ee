import Dispatch

/// One wake-up call of the system, which can be moved.
///
/// It keeps what it calls until it is cancelled.
struct Alarm {
  /// When it rings; nil while it is not set.
  private(set) var time: DispatchTime?
  private let source: any DispatchSourceTimer

  init(on queue: DispatchQueue, _ ring: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler(handler: ring)
    source.schedule(deadline: .distantFuture)
    source.activate()
  }

  mutating func set(to time: DispatchTime) {
    self.time = time
    source.schedule(deadline: time)
  }

  /// It has rung.
  mutating func clear() { time = nil }

  func cancel() { source.cancel() }
}
