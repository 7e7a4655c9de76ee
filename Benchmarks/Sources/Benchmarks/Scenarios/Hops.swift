import Dispatch
import Signals
import SignalsFoundation
import Synchronization

extension Scenario {
  /// From one thread to another.
  static let hops = [
    timed("S11", "receive on a queue") {
      let arrivals = Arrivals()
      let queue = DispatchQueue(label: "floor")
      let scheduler = QueueScheduler(name: "receiver")
      return Workload(
        events: 1_000_000,
        clock: .wallTime,
        body: { events in
          arrivals.begin(events)
          SignalProducer<Int, Never>(0..<events).receive(on: scheduler)
            .startWithValues { arrivals.take($0) }
          arrivals.wait()
        },
        floor: { events in
          arrivals.begin(events)
          let hop = FloorHop(queue) { arrivals.take($0) }
          for value in 0..<events { hop.send(value) }
          arrivals.wait()
        },
        faults: { arrivals.takeFaults() })
    }
  ]
}

/// Waits for `0..<count` on another thread: all of them, in order, one at a time.
private final class Arrivals: Sendable {
  private let next = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private let disorders = Atomic<Int>(0)
  private let done = DispatchSemaphore(value: 0)

  func begin(_ count: Int) {
    next.store(0, ordering: .relaxed)
    self.count.store(count, ordering: .relaxed)
  }

  /// Loads and stores, nothing dearer: values that overlap lose counts, and the end never comes.
  @inline(__always) func take(_ value: Int) {
    let expected = next.load(ordering: .relaxed)
    if value != expected { disorders.store(disorders.load(ordering: .relaxed) + 1, ordering: .relaxed) }
    next.store(expected + 1, ordering: .relaxed)
    if expected + 1 == count.load(ordering: .relaxed) { done.signal() }
  }

  func wait() { done.wait() }

  func takeFaults() -> [String] {
    let count = disorders.exchange(0, ordering: .relaxed)
    return count == 0 ? [] : ["\(count) values came out of order"]
  }
}
