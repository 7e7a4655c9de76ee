import Signals
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
    }
  ]
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
