import Foundation
import Signals
import SignalsFoundation
import Synchronization

extension Scenario {
  /// By how much the resident memory grows when the consumer is slower than the source. The floor is a megabyte:
  /// what a program takes more or less for nothing.
  static let pressure = [
    resident("B3.async", "slow async consumer") { watch in
      // Ten million lines, eight at a time in tasks of their own.
      waitForTask {
        let lines = SignalProducer<Int, Never>(0..<10_000_000).map { "line \($0)" }
          .flatMap(.concurrent(limit: 8)) { line in
            SignalProducer<Int, Never>.task { line.utf8.count }
          }
        var count = 0
        for await _ in lines.values() {
          count += 1
          if count % 1000 == 0 { await Task.yield() }
          if count % 100_000 == 0 { watch.look() }
        }
        watch.expect(count, in: 10_000_000...10_000_000, "lines")
      }
    },
    resident("B3.pull", "blocked, pulled") { watch in
      let scheduler = QueueScheduler(name: "blocked")
      let blocked = DispatchSemaphore(value: 0)
      let offered = Atomic<Int>(0)
      let start = SignalProducer<Int, Never>(0..<100_000_000)
        .on(next: { _ in offered.store(offered.load(ordering: .relaxed) + 1, ordering: .relaxed) })
        .receive(on: scheduler)
        .startWithValues { _ in blocked.wait() }
      watch.look()
      // As many as may wait, once in the hands of the consumer and once behind it.
      watch.expect(offered.load(ordering: .relaxed), in: 1024...2048, "values taken from the source")
      start.dispose()
      blocked.signal()
    },
    resident("B3.push", "blocked, pushed") { watch in
      let scheduler = QueueScheduler(name: "blocked")
      let (entered, blocked) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let drops = MutableProperty(0)
      let (signal, input) = Signal<Int, Never>.pipe()
      let observation = signal.receive(on: scheduler, buffering: .newest(1000), drops: drops)
        .observeValues { _ in
          entered.signal()
          blocked.wait()
        }
      input.send(0)
      entered.wait()
      for value in 1..<10_000_000 { input.send(value) }
      watch.look()
      watch.expect(drops.value, in: 9_998_999...9_998_999, "values dropped")
      observation.dispose()
      blocked.signal()
    },
  ]

  private static func resident(
    _ name: String, _ title: String, run: @escaping @Sendable (_ watch: MemoryWatch) -> Void
  ) -> Self {
    // One round: the question is what stays, and there are many values.
    Self(name: name, title: title) {
      let watch = MemoryWatch()
      run(watch)
      let (most, faults) = watch.findings
      return Measurement(
        unit: .bytes, value: max(0, most - watch.before), floor: 1_000_000, faults: faults)
    }
  }
}

/// Looks now and then how much memory the program has.
private final class MemoryWatch: Sendable {
  let before = residentBytes()
  private let state = Mutex((most: 0.0, faults: [String]()))

  var findings: (most: Double, faults: [String]) { state.withLock { $0 } }

  func look() {
    let now = residentBytes()
    state.withLock { $0.most = max($0.most, now) }
  }

  func expect(_ count: Int, in expected: ClosedRange<Int>, _ what: String) {
    if expected.contains(count) { return }
    state.withLock { $0.faults.append("\(count) \(what), not \(expected)") }
  }
}

func residentBytes() -> Double {
  let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
  return fields.count > 1 ? Double(fields[1])! * Double(sysconf(Int32(_SC_PAGESIZE))) : .nan
}
