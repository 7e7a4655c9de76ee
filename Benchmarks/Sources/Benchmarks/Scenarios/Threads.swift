import Foundation
import Signals
import Synchronization

extension Scenario {
  /// Several threads and one pipe.
  static let threads = [
    timed("S10", "2 threads, 1 pipe") {
      let (signal, input) = Signal<Int, Never>.pipe()
      let audit = Audit()
      let counter = Counter()
      signal.observeValues { audit.take($0) }
      return Workload(
        events: 1_000_000,
        clock: .wallTime,
        body: { events in
          onTwoThreads { thread in
            for index in 0..<(events / 2) { input.send(2 * index + thread) }
          }
          audit.expect(events)
        },
        floor: { events in
          onTwoThreads { _ in for _ in 0..<(events / 2) { counter.increment() } }
        },
        faults: { audit.takeFaults() })
    }
  ]
}

/// Runs `body` on two threads that begin at the same moment, with 0 and 1.
func onTwoThreads(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let waiting = Counter()
  onThreads(2) { thread in
    waiting.increment()
    while waiting.value < 2 {}
    body(thread)
  }
}

func onThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    let thread = Thread {
      body(number)
      group.leave()
    }
    thread.start()
  }
  group.wait()
}

/// What two threads cost each other at least when they meet at one word of memory.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  @inline(__always) func increment() { count.add(1, ordering: .relaxed) }
}
