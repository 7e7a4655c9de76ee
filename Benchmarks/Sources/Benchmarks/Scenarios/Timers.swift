import Dispatch
import Signals
import SignalsFoundation
import Synchronization

extension Scenario {
  /// Timers that are armed and cancelled before they fire, as those of `timeout` and `debounce` are.
  static let timers = [
    timed("S17", "100,000 timers") {
      let clock = CountingClock()
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { events in
          let scheduler = ClockScheduler(clock: clock)
          var timers: [any Disposable] = []
          timers.reserveCapacity(events)
          for index in 0..<events {
            timers.append(scheduler.schedule(at: .seconds(3600 + index % 100)) { sink.add(index) })
          }
          for timer in timers { timer.dispose() }
        },
        floor: { events in
          // Somewhere to keep an action until it is taken out again.
          var actions: [Int: @Sendable () -> Void] = [:]
          for index in 0..<events { actions[index] = { sink.add(index) } }
          for index in 0..<events { actions[index] = nil }
        },
        faults: {
          let sleeps = clock.sleeps.exchange(0, ordering: .relaxed)
          return sleeps <= 1 ? [] : ["\(sleeps) tasks slept, not one"]
        })
    },
    limited("S39", "debounce, values at once") {
      $0.debounce(for: .milliseconds(50), on: $1)
    },
    limited("S40", "throttle, values at once") {
      $0.throttle(for: .milliseconds(50), on: $1)
    },
  ]

  /// Values that come much faster than they are passed on. The floor is a lock, the newest value and the clock, and one timer.
  private static func limited(
    _ name: String, _ title: String,
    _ operation: @escaping @Sendable (Signal<Int, Never>, QueueScheduler) -> Signal<Int, Never>
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      operation(signal, QueueScheduler(name: "limited")).observeValues { sink.add($0) }
      let floor = FloorDebounce(DispatchQueue(label: "floor")) { sink.add($0) }
      return Workload(
        events: 200_000,
        body: { for value in 0..<$0 { input.send(value) } },
        floor: { for value in 0..<$0 { floor.send(value) } })
    }
  }
}

/// What it costs at least to pass on a value that no other follows for 50 ms: a lock, the value and its time, and one timer,
/// which looks when the last value came and is set again if that was too late for it.
private final class FloorDebounce: Sendable {
  private struct State {
    var newest: (value: Int, due: UInt64)?
    var hasTimer = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let pass: @Sendable (Int) -> Void

  init(_ queue: DispatchQueue, _ pass: @escaping @Sendable (Int) -> Void) {
    self.queue = queue
    self.pass = pass
  }

  @inline(__always) func send(_ value: Int) {
    let due = DispatchTime.now().uptimeNanoseconds + 50_000_000
    let needsTimer = state.withLock { state in
      state.newest = (value, due)
      defer { state.hasTimer = true }
      return !state.hasTimer
    }
    if needsTimer { setTimer(to: due) }
  }

  private func setTimer(to due: UInt64) {
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: due)) { self.look(at: due) }
  }

  private func look(at time: UInt64) {
    let (value, next) = state.withLock { state -> (Int?, UInt64?) in
      guard let (value, due) = state.newest else { return (nil, nil) }
      if due > time { return (nil, due) }
      state.newest = nil
      state.hasTimer = false
      return (value, nil)
    }
    if let value { pass(value) }
    if let next { setTimer(to: next) }
  }
}

/// Counts who sleeps by it.
private final class CountingClock: Clock {
  let sleeps = Atomic<Int>(0)
  private let clock = ContinuousClock()

  var now: ContinuousClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    sleeps.wrappingAdd(1, ordering: .relaxed)
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
