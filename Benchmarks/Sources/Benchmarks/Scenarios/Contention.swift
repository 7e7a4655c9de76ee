import Foundation
import Signals
import Synchronization

extension Scenario {
  /// Eight threads, each of which sends, begins to observe and disposes of that, again and again.
  static let contention =
    rows(
      "p", "pipe",
      library: {
        let (signal, input) = Signal<Int, Never>.pipe()
        return Contended(send: { input.send($0) }) { action in
          let observation = signal.observeValues(action)
          return { observation.dispose() }
        }
      },
      floor: { floor(hearsValue: false) })
    + rows(
      "v", "property",
      library: {
        let property = MutableProperty(0)
        return Contended(send: { property.value = $0 }) { action in
          let start = property.producer.startWithValues(action)
          return { start.dispose() }
        }
      },
      floor: { floor(hearsValue: true) })

  private static func floor(hearsValue: Bool) -> Contended {
    let observers = FloorObservers()
    return Contended(send: { observers.send($0) }) { action in
      let id = observers.observe(hearsValue: hearsValue, action)
      return { observers.remove(id) }
    }
  }

  /// A row for each figure, and a run for each row: the memory that one has taken must not count for another.
  private static func rows(
    _ letter: String, _ what: String, library: @escaping @Sendable () -> Contended,
    floor: @escaping @Sendable () -> Contended
  ) -> [Self] {
    func row(
      _ figure: String, _ title: String, _ unit: Measurement.Unit = .nanoseconds,
      _ value: @escaping @Sendable (ContendedRun) -> Double
    ) -> Self {
      Self(name: "S18.\(letter).\(figure)", title: "\(what): \(title)") {
        // The floor comes first: it leaves no memory behind.
        let (floor, library) = (value(ContendedRun(floor())), value(ContendedRun(library())))
        return Measurement(unit: unit, value: library, floor: floor)
      }
    }
    return [
      row("avg", "8 threads") { $0.nanosecondsPerCall },
      row("p99", "99.99 % below") { $0.latencies.percentile(0.9999) },
      row("max", "worst call") { Double($0.latencies.worst) },
      row("mem", "memory", .bytes) { $0.growth },
    ]
  }
}

/// What the threads attack.
struct Contended: Sendable {
  let send: @Sendable (Int) -> Void
  /// Adds an observer and returns what removes it.
  let observe: @Sendable (@escaping @Sendable (Int) -> Void) -> @Sendable () -> Void
}

/// What became of the calls of eight threads.
private struct ContendedRun {
  private static let threads = 8
  private static let seconds = 1.5

  private(set) var latencies = Latencies()
  /// From the beginning until the last call has returned, divided by the number of calls.
  let nanosecondsPerCall: Double
  /// By how much the resident memory grew, at most.
  let growth: Double

  init(_ contended: Contended) {
    let sink = Sink()
    let all = Mutex(Latencies())
    let before = residentBytes()
    let most = Atomic<Int>(Int(before))
    let isOver = Atomic<Bool>(false)
    let group = DispatchGroup()
    let removeLasting = contended.observe { sink.add($0) }
    let watch = Thread {
      while !isOver.load(ordering: .relaxed) {
        most.max(Int(residentBytes()), ordering: .relaxed)
        usleep(5000)
      }
    }
    watch.start()
    let elapsed = Stopwatch.wallTime.nanoseconds {
      for number in 0..<Self.threads {
        group.enter()
        let thread = Thread {
          let latencies = Self.attack(contended, sink, number)
          all.withLock { $0.add(latencies) }
          group.leave()
        }
        thread.start()
      }
      group.wait()
    }
    isOver.store(true, ordering: .relaxed)
    removeLasting()
    latencies = all.withLock { $0 }
    nanosecondsPerCall = elapsed / Double(latencies.count)
    growth = max(0, Double(most.load(ordering: .relaxed)) - before)
  }

  private static func attack(_ contended: Contended, _ sink: Sink, _ number: Int) -> Latencies {
    var latencies = Latencies()
    let end = Stopwatch.now() + seconds * 1e9
    var last = Stopwatch.now()
    func note() {
      let now = Stopwatch.now()
      latencies.add(nanoseconds: Int(now - last))
      last = now
    }
    var value = number
    while last < end {
      value += threads
      contended.send(value)
      note()
      let remove = contended.observe { sink.add($0) }
      note()
      remove()
      note()
    }
    return latencies
  }
}
