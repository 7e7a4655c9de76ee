import Foundation
import Signals
import Synchronization

extension Scenario {
  /// What several starts and tasks have in common: places, keys, channels.
  static let limits = [
    timed("S26.start", "start through a limiter") {
      let sink = Sink()
      let limiter = Limiter(atOnce: 4)
      let floor = FloorLimiter(4)
      return Workload(
        events: 200_000,
        body: { events in
          for value in 0..<events {
            SignalProducer<Int, Never>(value: value).limited(by: limiter).startWithValues { sink.add($0) }
          }
        },
        floor: { events in
          for value in 0..<events {
            floor.run { SignalProducer<Int, Never>(value: value).startWithValues { sink.add($0) } }
          }
        })
    },
    timed("S26.wait", "wait, then start") {
      let sink = Sink()
      return Workload(
        events: 100_000,
        body: { events in
          let limiter = Limiter(atOnce: 1, waiting: .max)
          let first = SignalProducer<Int, Never>.never.limited(by: limiter).start()
          for value in 0..<events {
            SignalProducer<Int, Never>(value: value).limited(by: limiter).startWithValues { sink.add($0) }
          }
          first.dispose()
        },
        floor: { events in
          let floor = FloorLimiter(1)
          floor.enter {}
          for value in 0..<events {
            floor.enter { SignalProducer<Int, Never>(value: value).startWithValues { sink.add($0) } }
          }
          floor.leave()
        })
    },
    timed("S26.threads", "2 threads, 1 place") {
      let sink = Sink()
      let limiter = Limiter(atOnce: 1, waiting: .max)
      let floor = FloorLimiter(1)
      return Workload(
        events: 200_000,
        clock: .wallTime,
        body: { events in
          onTwoThreads { _ in
            for value in 0..<(events / 2) {
              SignalProducer<Int, Never>(value: value).limited(by: limiter).startWithValues { sink.add($0) }
            }
          }
        },
        floor: { events in
          onTwoThreads { _ in
            for value in 0..<(events / 2) {
              floor.run { SignalProducer<Int, Never>(value: value).startWithValues { sink.add($0) } }
            }
          }
        })
    },
    timed("S27.join", "join the run of a key") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let shared = KeyedShare<Int, Int, Never> { _ in signal.producer }
      let runs = (0..<100).map { shared[$0].start() }
      let floor = FloorKeys()
      return Workload(
        events: 200_000,
        body: { events in
          for key in 0..<events { shared[key % 100].startWithValues { sink.add($0) }.dispose() }
          withExtendedLifetime((input, runs)) {}
        },
        floor: { events in
          for key in 0..<events {
            let entry = floor.join(key % 100) { sink.add($0) }
            floor.leave(key % 100, entry)
          }
        })
    },
    timed("S27.run", "begin and end the run of a key") {
      let sink = Sink()
      let shared = KeyedShare<Int, Int, Never> { SignalProducer(value: $0) }
      let floor = FloorKeys()
      return Workload(
        events: 100_000,
        body: { events in
          for key in 0..<events { shared[key].startWithValues { sink.add($0) } }
        },
        floor: { events in
          for key in 0..<events {
            let entry = floor.join(key) { sink.add($0) }
            SignalProducer<Int, Never>(value: key).startWithValues(entry.action)
            floor.leave(key, entry)
          }
        })
    },
    crowded("S27.threads", "8 threads, 1 key") { _, _ in 0 },
    crowded("S27.keys", "8 threads, many keys") { thread, number in 8 * (number % 100) + thread },
    timed("S28.send", "send to an observer") {
      let sink = Sink()
      return Workload(
        events: 300_000,
        clock: .wallTime,
        body: { events in
          waitForTask {
            let channel = Channel<Int, Never>(limit: 16)
            channel.producer.startWithValues { sink.add($0) }
            for value in 0..<events { try? await channel.send(value) }
          }
        },
        floor: { events in
          waitForTask {
            let floor = FloorChannel { sink.add($0) }
            for value in 0..<events { await floor.send(value) }
          }
        })
    },
    timed("S28.loop", "task to task") {
      let sink = Sink()
      return Workload(
        events: 100_000,
        clock: .wallTime,
        body: { events in
          waitForTask {
            let channel = Channel<Int, Never>(limit: 64)
            let sending = Task {
              for value in 0..<events { try? await channel.send(value) }
              channel.complete()
            }
            for await value in channel.producer.values() { sink.add(value) }
            await sending.value
          }
        },
        floor: { events in
          waitForTask {
            let (stream, input) = AsyncStream<Int>.makeStream()
            let sending = Task {
              for value in 0..<events { input.yield(value) }
              input.finish()
            }
            for await value in stream { sink.add(value) }
            await sending.value
          }
        })
    },
    timed("S29", "10 overlapping windows") {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let time = HeldClock()
      signal.windows(lasting: .seconds(10), every: .seconds(1), on: time).observeValues {
        $0.startWithValues { sink.add($0) }
      }
      time.advance(by: 9)
      let floor = (0..<10).map { _ in FloorPipe([FloorEntry { sink.add($0) }]) }
      return Workload(
        events: 100_000,
        body: { for value in 0..<$0 { input.send(value) } },
        floor: { for value in 0..<$0 { for window in floor { window.send(value) } } })
    },
  ]

  /// A start and its disposal by one of eight threads, where keys come and go.
  private static func crowded(
    _ name: String, _ title: String, key: @escaping @Sendable (_ thread: Int, _ number: Int) -> Int
  ) -> Self {
    timed(name, title) {
      let sink = Sink()
      let (signal, input) = Signal<Int, Never>.pipe()
      let shared = KeyedShare<Int, Int, Never> { _ in signal.producer }
      let floor = FloorKeys()
      return Workload(
        events: 40_000,
        body: { events in
          onThreads(8) { thread in
            for number in 0..<(events / 8) {
              shared[key(thread, number)].startWithValues { sink.add($0) }.dispose()
            }
          }
          withExtendedLifetime(input) {}
        },
        floor: { events in
          onThreads(8) { thread in
            for number in 0..<(events / 8) {
              let entry = floor.join(key(thread, number)) { sink.add($0) }
              floor.leave(key(thread, number), entry)
            }
          }
        })
    }
  }
}

/// A clock that runs jobs at once and timers by hand.
private final class HeldClock: Scheduler {
  private let state = Mutex((now: 0, timers: [(time: Duration, action: @Sendable () -> Void)]()))

  var now: Duration { .seconds(state.withLock { $0.now }) }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    action()
    return AnyDisposable {}
  }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    state.withLock { $0.timers.append((time, action)) }
    return AnyDisposable {}
  }

  func advance(by seconds: Int) {
    for _ in 0..<seconds {
      let due = state.withLock { state in
        state.now += 1
        let now = Duration.seconds(state.now)
        defer { state.timers.removeAll { $0.time <= now } }
        return state.timers.filter { $0.time <= now }
      }
      for timer in due { timer.action() }
    }
  }
}

/// What a run per key costs at least: a dictionary and a list of observers behind a lock.
private final class FloorKeys: Sendable {
  struct Entry: Sendable {
    let number: Int
    let action: @Sendable (Int) -> Void
  }

  private struct Run {
    var observers: [Int: @Sendable (Int) -> Void] = [:]
  }

  private let state = Mutex((runs: [Int: Run](), numbers: 0))

  func join(_ key: Int, _ action: @escaping @Sendable (Int) -> Void) -> Entry {
    state.withLock { state in
      state.numbers += 1
      state.runs[key, default: Run()].observers[state.numbers] = action
      return Entry(number: state.numbers, action: action)
    }
  }

  func leave(_ key: Int, _ entry: Entry) {
    state.withLock { state in
      state.runs[key]?.observers[entry.number] = nil
      if state.runs[key]?.observers.isEmpty ?? false { state.runs[key] = nil }
    }
  }
}

/// What a channel costs at least as long as it is not full: a lock, an array, and a call of the observer.
private final class FloorChannel: Sendable {
  private let waiting = Mutex([Int]())
  private let receive: @Sendable (Int) -> Void

  init(_ receive: @escaping @Sendable (Int) -> Void) { self.receive = receive }

  @inline(never) func send(_ value: Int) async {
    waiting.withLock { $0.append(value) }
    let next = waiting.withLock { $0.removeFirst() }
    receive(next)
  }
}
