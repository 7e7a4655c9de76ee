import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct KeyedShareTests {
  /// Work for each key, which the test feeds.
  private final class Desk: Sendable {
    private let works = Guarded<[String: Work]>([:])

    subscript(key: String) -> Work {
      works.withLock { works in
        let work = works[key] ?? Work()
        works[key] = work
        return work
      }
    }
  }

  private let desk = Desk()

  private func share(replay: Int = 0) -> KeyedShare<String, Int, Oops> {
    KeyedShare(replay: replay) { [desk] key in desk[key].producer }
  }

  @Test("B2: a run is paused while all its starts request that")
  func pausesWithAllStarts() {
    let shared = share()
    let (first, second, other) = (
      shared["a"].startWithFailed { _ in }, shared["a"].startWithFailed { _ in },
      shared["b"].startWithFailed { _ in }
    )
    first.pause()
    #expect(!desk["a"].isPaused)
    second.pause()
    #expect(desk["a"].isPaused)
    #expect(!desk["b"].isPaused)
    second.dispose()
    first.resume()
    #expect(!desk["a"].isPaused)
    withExtendedLifetime(other) {}
  }

  @Test func oneRunPerKeyServesAll() {
    let shared = share()
    let recorders = (0..<3).map { _ in Recorder<Int, Oops>() }
    shared["a"].start(recorders[0].observer)
    shared["a"].start(recorders[1].observer)
    shared["b"].start(recorders[2].observer)
    #expect(desk["a"].starts == 1)
    #expect(desk["b"].starts == 1)
    #expect(shared.count == 2)
    desk["a"].send(1)
    desk["b"].send(2)
    desk["a"].end(.completed)
    #expect(recorders.map(\.values) == [[1], [1], [2]])
    #expect(recorders[0].events.last == .completed)
    #expect(recorders[1].events.last == .completed)
    #expect(recorders[2].events.count == 1)
    #expect(shared.count == 1)
  }

  @Test func theLastStartOfAKeyEndsItsRun() {
    let shared = share()
    let starts = [shared["a"].startWithFailed { _ in }, shared["a"].startWithFailed { _ in }]
    starts[0].dispose()
    #expect(desk["a"].isRunning)
    starts[1].dispose()
    #expect(!desk["a"].isRunning)
    #expect(shared.count == 0)
    shared["a"].startWithFailed { _ in }
    #expect(desk["a"].starts == 2)
  }

  @Test(arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func afterTheEndTheNextBeginsAnew(_ end: Termination<Oops>) {
    let shared = share()
    let (first, again) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    shared["a"].start(first.observer)
    shared["a"].start { [self] event in
      if event.isTerminating, desk["a"].starts == 1 { shared["a"].start(again.observer) }
    }
    desk["a"].end(end)
    #expect(first.events == [Event(end)])
    #expect(desk["a"].starts == 2, "a start from inside the end begins a new run")
    desk["a"].send(3)
    #expect(again.values == [3])
  }

  @Test func lateStartsGetTheLastValues() {
    let shared = share(replay: 2)
    let late = Recorder<Int, Oops>()
    shared["a"].startWithFailed { _ in }
    (1...3).forEach(desk["a"].send)
    shared["a"].start(late.observer)
    desk["a"].send(4)
    #expect(late.values == [2, 3, 4])
  }

  @Test func workThatEndsAtOnceIsNotShared() {
    let made = Log<Int>()
    let shared = KeyedShare<Int, Int, Never> { key in
      made.add(key)
      return SignalProducer(value: key * 10)
    }
    let recorder = Recorder<Int, Never>()
    shared[1].start(recorder.observer)
    shared[1].startWithCompleted {}
    #expect(recorder.events == [.next(10), .completed])
    #expect(made.entries == [1, 1])
    #expect(shared.count == 0)
  }

  @Test func itsStartsOutliveIt() {
    var shared: KeyedShare<String, Int, Oops>? = share()
    let recorder = Recorder<Int, Oops>()
    shared?["a"].start(recorder.observer)
    shared = nil
    desk["a"].send(1)
    desk["a"].end(.completed)
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("D4: nothing of a finished key is kept") func keysAreReleased() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let shared = KeyedShare<ProbeKey, Int, Never> { _ in signal.producer }
    for number in 0..<100 {
      let start = shared[ProbeKey(number, log)].start()
      shared[ProbeKey(number, log)].start().dispose()
      #expect(log.entries.count == 2 * number + 1, "only the key of the run is kept")
      start.dispose()
      #expect(log.entries.count == 2 * number + 2)
    }
    withExtendedLifetime(input) {}
  }

  @Test("E9: keys are hashed and compared outside every lock") func keysOutsideTheLock() {
    let log = Log<String>()
    let shared = KeyedShare<ProbeKey, Int, Never> { _ in .never }
    // All of them have one hash value.
    let starts = (0..<20).map { shared[ProbeKey($0, log)].start() }
    #expect(shared.count == 20)
    let others = (0..<20).map { shared[ProbeKey($0, log)].start() }
    #expect(shared.count == 20)
    for start in starts + others { start.dispose() }
    #expect(shared.count == 0)
  }

  @Test("E6: many threads share one run per key") func manyThreads() {
    let running = Guarded<[Int: Int]>([:])
    let (begun, faults) = (Log<Int>(), Log<String>())
    let shared = KeyedShare<Int, Int, Never> { key in
      SignalProducer { observer, lifetime in
        begun.add(key)
        running.withLock { $0[key, default: 0] += 1 }
        lifetime.onEnd { running.withLock { $0[key, default: 0] -= 1 } }
        observer.send(key)
        if begun.entries.count % 3 == 0 { observer.complete() } else { lifetime.onEnd { _ = observer } }
      }
    }
    onThreads(6) { thread in
      for round in 0..<400 {
        let key = (round + thread) % 4
        let recorder = Recorder<Int, Never>()
        let start = shared[key].start(recorder.observer)
        if recorder.values.contains(where: { $0 != key }) { faults.add("a value of another key") }
        start.dispose()
        if !recorder.violations.isEmpty { faults.add("\(recorder.violations)") }
      }
    }
    #expect(faults.entries == [])
    #expect(shared.count == 0)
    #expect(running.withLock { $0.values.allSatisfy { $0 == 0 } })
  }

  @Test("E6: threads that start one key at once run it once") func atOnce() {
    for _ in 0..<200 {
      let begun = Log<Int>()
      let shared = KeyedShare<Int, Int, Never> { key in
        SignalProducer { observer, lifetime in
          begun.add(key)
          lifetime.onEnd { _ = observer }
        }
      }
      onThreads(4) { _ in shared[7].start() }
      #expect(begun.entries == [7])
    }
  }

  // MARK: Work that needs other keys

  @Test func workMayNeedOtherKeys() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let shared = Shares()
    // Each key needs the two before it: there are many ways to the first one.
    shared.make { key, shared in
      key < 2 ? numbers.producer : shared[key - 1].combineLatest(with: shared[key - 2]).map { $0 + $1 }
    }
    let recorder = Recorder<Int, Never>()
    let starts = [shared[12].start(recorder.observer), shared[12].start(), shared[5].start()]
    #expect(shared.count == 13)
    input.send(1)
    #expect(recorder.values.last == 233)
    for start in starts { start.dispose() }
    #expect(shared.count == 0)
  }

  @Test func workMayStartItsOwnKeyAsideOfIt() {
    let shared = Shares()
    let heard = Log<String>()
    shared.make { key, shared in
      SignalProducer<Int, Never> { observer, lifetime in
        // No part of the work: it does not end with that.
        shared[key].startWithValues { heard.add("aside \($0)") }
        lifetime.onEnd { _ = observer }
        observer.send(key)
      }
    }
    let start = shared[7].startWithValues { [shared] value in
      heard.add("\(value)")
      shared[value].startWithValues { heard.add("inside \($0)") }.dispose()
    }
    #expect(heard.entries.sorted() == ["7", "aside 7"])
    start.dispose()
  }

  @Test("X1: work that needs its own result stops with the keys") func circles() async {
    let direct = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shared = Shares()
      shared.make { key, shared in shared[key == 1 ? 2 : 1].map { $0 + 1 } }
      shared[1].start()
    }
    #expect(direct.message.contains("KeyedShare: the work of a key must not need its own result"))
    #expect(direct.message.contains("got 1, which needs 2, which needs 1"))
    // Through joins, and on another thread than the one that has begun the work.
    let later = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shared = Shares()
      let ((numbers, input), idle) = (Signal<Int, Never>.pipe(), Signal<Int, Never>.never)
      shared.make { key, shared in
        numbers.producer.flatMap(.merge) { number in
          shared[(key + number) % 3].receive(on: ImmediateScheduler()).merge(with: numbers)
            .prefix(until: idle).share()
        }
      }
      shared[0].start()
      shared[1].start()
      onThreads(1) { _ in
        input.send(1)
        input.send(1)
      }
    }
    #expect(later.message.contains("which needs"))
    // A generator adds the start to its lifetime when the start has begun. That is seen when one start leaves.
    let added = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let shared = Shares()
      shared.make { key, shared in
        SignalProducer<Int, Never> { observer, lifetime in lifetime += shared[1 - key].start(observer) }
      }
      shared[0].start().dispose()
    }
    #expect(added.message.contains("got 0, which needs 1, which needs 0"))
  }

  @Test("E6: threads whose work needs other keys stop no program") func manyThreadsNeedOthers() {
    let shared = Shares()
    shared.make { key, shared in
      key == 0
        ? SignalProducer<Int, Never> { observer, lifetime in lifetime.onEnd { _ = observer } }
        : shared[key - 1].merge(with: shared[key / 2])
    }
    onThreads(4) { thread in
      for round in 0..<rounds(400) { shared[(7 * round + thread) % 10].start().dispose() }
    }
    #expect(shared.count == 0)
  }

  @Test("P9: the next run waits for the oldest that is not over") func waitsForAllBefore() {
    let (begun, before) = (Log<Int>(), Log<Int>())
    let (isEnding, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let shared = KeyedShare<Int, Int, Never> { key in
      SignalProducer { observer, lifetime in
        let isFirst = begun.entries.isEmpty
        begun.add(key)
        lifetime.onEnd {
          withExtendedLifetime(observer) {}
          if !isFirst { return }
          isEnding.signal()
          mayEnd.wait()
        }
      }
    }
    let first = shared[1].start()
    onThreads(2) { thread in
      if thread == 0 { return first.dispose() }
      isEnding.wait()
      // Those are over before they begin, one after the other.
      for _ in 0..<100 { shared[1].start().dispose() }
      shared[1].start()
      before.add(begun.entries.count)
      mayEnd.signal()
    }
    #expect(before.entries == [1])
    #expect(begun.entries.count == 2)
    #expect(shared.count == 1)
  }

  @Test("P9: so it does for a start inside the end of a run") func insideTheEnd() {
    let log = Log<String>()
    let shared = Shares()
    shared.make { _, shared in
      SignalProducer<Int, Never> { observer, lifetime in
        let number = log.entries.count { $0 == "begins" }
        log.add("begins")
        lifetime.onEnd { log.add("is over") }
        lifetime.onEnd {
          withExtendedLifetime(observer) {}
          if number > 0 { return }
          // The first of both is over before it begins; the second waits for the run that is ending, too.
          shared[1].start().dispose()
          shared[1].start()
          log.add("goes on")
        }
      }
    }
    shared[1].start().dispose()
    #expect(log.entries == ["begins", "goes on", "is over", "begins"])
  }

  @Test("X1: a negative count stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = KeyedShare<Int, Int, Never>(replay: -1) { _ in .never }
    }
    #expect(result.message.contains("KeyedShare(replay:): the number of values must not be negative, got -1"))
  }

  @Test func keepsTheContractExceptForWhatSharingMeans() {
    checkContract(except: [.p2, .p3], only: .pulled) { source in
      let source = source.reinterpretingDrive(Pull.self)
      return KeyedShare<Int, Int, TestFailure> { _ in source }[1].reinterpretingDrive()
    }
  }
}

/// Work that finds its own `KeyedShare`.
private final class Shares: Sendable {
  private let made = Guarded<KeyedShare<Int, Int, Never>?>(nil)

  var count: Int { made.withLock { $0 }!.count }

  func make(_ work: @escaping @Sendable (Int, Shares) -> SignalProducer<Int, Never>) {
    made.withLock { $0 = KeyedShare { [self] key in work(key, self) } }
  }

  subscript(key: Int) -> SignalProducer<Int, Never> { made.withLock { $0 }![key] }
}

/// A key that says when it is gone, and stops when it is used while a lock is held.
private final class ProbeKey: Hashable, Sendable {
  private let number: Int
  private let log: Log<String>

  init(_ number: Int, _ log: Log<String>) {
    self.number = number
    self.log = log
  }

  deinit { log.add("released") }

  func hash(into hasher: inout Hasher) { assertNoLockHeld() }

  static func == (a: ProbeKey, b: ProbeKey) -> Bool {
    assertNoLockHeld()
    return a.number == b.number
  }
}
