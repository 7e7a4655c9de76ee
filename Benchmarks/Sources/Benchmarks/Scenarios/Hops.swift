import Dispatch
import Foundation
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
    },
    taken("S36.main", "terminal, main actor") { signal, loop in
      signal.observeValues(on: .shared) { loop.take($0) }
    } floor: { loop in
      let hop = FloorMainHop { loop.take($0) }
      return { hop.send($0) }
    },
    taken("S36.actor", "terminal, an actor") { signal, loop in
      signal.observeValues(on: Meter()) { meter, value in meter.take(value, loop) }
    } floor: { loop in
      let hop = FloorActorHop(Meter()) { meter, value in meter.take(value, loop) }
      return { hop.send($0) }
    },
  ]

  /// Values for code of an actor, a thousand at a time. The thread that sends is that of the main loop, so that one thread
  /// does all the work but the making of a task.
  private static func taken(
    _ name: String, _ title: String,
    observe: @escaping @Sendable (Signal<Int, Never>, MainLoop) -> Void,
    floor: @escaping @Sendable (MainLoop) -> (Int) -> Void
  ) -> Self {
    timed(name, title) {
      let loop = MainLoop()
      let (signal, input) = Signal<Int, Never>.pipe()
      observe(signal, loop)
      let send = floor(loop)
      return Workload(
        events: 200_000,
        body: { loop.send($0) { input.send($0) } },
        floor: { loop.send($0, send) })
    }
  }
}

/// Code of an actor of its own, which runs in the main loop.
private actor Meter {
  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }
  private var total = 0

  @inline(__always) func take(_ value: Int, _ loop: MainLoop) {
    total &+= value
    loop.take(value)
  }
}

/// Sends values and turns the main loop until they have arrived.
private final class MainLoop: Sendable {
  private let count = Atomic<Int>(0)

  @inline(__always) func take(_ value: Int) {
    count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed)
  }

  @inline(__always) func send(_ events: Int, _ send: (Int) -> Void) {
    count.store(0, ordering: .relaxed)
    for value in 0..<events {
      send(value)
      if value % 1000 == 999 || value == events - 1 { turn(until: value + 1) }
    }
  }

  @inline(never) private func turn(until arrived: Int) {
    while count.load(ordering: .relaxed) < arrived {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1))
    }
  }
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
