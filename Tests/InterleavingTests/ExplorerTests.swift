import Signals
import Testing

extension AllInterleavingTests {
  /// The explorer finds what is planted, says how to see it again, and misses no interleaving.
  @Suite("Explorer", .enabled(if: Settings.replay == nil))
  struct ExplorerTests {
    /// Whatever the environment says.
    private func search(
      _ scenario: Scenario, limit: Int = 10_000, preemptions: Int = 3, randomRuns: Int = 100
    ) -> Search {
      Search(scenario: scenario, limit: limit, preemptions: preemptions, randomRuns: randomRuns, seed: 1)
    }

    @Test("A counter that reads and writes separately loses counts")
    func lostUpdate() throws {
      let scenario = Scenario("lost update") { run in
        let shared = Shared()
        let increment: @Sendable () -> Void = {
          shared.number.store(shared.number.load(ordering: .relaxed) + 1, ordering: .relaxed)
        }
        return Plan(increment, increment) {
          run.expect(shared.number.load(ordering: .relaxed) == 2, "an increment is lost")
        }
      }
      let report = search(scenario).run()
      let failure = try #require(report.failure)
      #expect(failure.failure == "an increment is lost")
      // One preemption, between the load and the store, is enough, and nothing less shows it.
      #expect(report.levels.map(\.runs) == [2, 1])
      let written = failure.schedule.description
      let again = Explorer().run(scenario, .scheduled(try #require(Schedule(written))))
      #expect(again.failure == failure.failure)
      #expect(again.interleaving == failure.interleaving)
      let lines = failure.interleaving.split(separator: "\n").map { $0.prefix(12) }
      #expect(lines == ["  B  load #1", "  A! load #1", "  B  store #"])
    }

    @Test("A gate with separate check and entry admits two threads")
    func brokenGate() throws {
      let scenario = Scenario("broken gate") { run in
        let (isBusy, watcher) = (Shared(), Watcher<Int>(run))
        @Sendable func send(_ value: Int) {
          if isBusy.number.load(ordering: .acquiring) == 1 { return }
          isBusy.number.store(1, ordering: .releasing)
          watcher.receive(.next(value))
          isBusy.number.store(0, ordering: .releasing)
        }
        return Plan({ send(1) }, { send(2) }) {}
      }
      let failure = try #require(search(scenario).run().failure)
      #expect(failure.failure == "E6: two events are inside the observer at once")
    }

    @Test("A store that is kept back is found, unless a fence follows", arguments: [false, true])
    func storeBuffers(hasFence: Bool) throws {
      let scenario = Scenario("store buffers", keepsStores: true) { run in
        let (first, second) = (Shared(), Shared())
        let seen = Holder<[Int]>()
        seen.held = []
        @Sendable func announce(in own: Shared, andLookAt other: Shared) {
          own.number.store(1, ordering: .releasing)
          if hasFence { atomicMemoryFence(ordering: .sequentiallyConsistent) }
          seen.held!.append(other.number.load(ordering: .acquiring))
        }
        return Plan({ announce(in: first, andLookAt: second) }, { announce(in: second, andLookAt: first) }) {
          run.expect(seen.held! != [0, 0], "neither sees the other")
        }
      }
      let report = search(scenario).run()
      #expect(report.failure?.failure == (hasFence ? nil : "neither sees the other"))
      #expect(report.isComplete == hasFence)
      // One store that is kept back and one preemption are enough.
      #expect(hasFence || report.levels.count == 3)
      #expect(hasFence || report.failure?.schedule.switches.count { $0.thread == Schedule.keeping } == 1)
    }

    @Test("A thread sees its own stores, in their order")
    func ownStores() {
      let scenario = Scenario("own stores", keepsStores: true) { run in
        let (first, second) = (Shared(), Shared())
        return Plan(
          {
            for number in 1...2 { first.number.store(number, ordering: .relaxed) }
            run.expect(first.number.load(ordering: .relaxed) == 2, "an own store is not seen")
            second.number.store(1, ordering: .relaxed)
          },
          {
            if second.number.load(ordering: .relaxed) == 1 {
              run.expect(first.number.load(ordering: .relaxed) == 2, "the order is not kept")
            }
          }
        ) {
          run.expect(first.number.load(ordering: .relaxed) == 2, "a store is lost")
        }
      }
      let report = search(scenario).run()
      #expect(report.failure == nil)
      #expect(report.isComplete)
    }

    @Test("Four preemptions are found at random and simplified")
    func deepBug() throws {
      let scenario = Scenario("deep bug") { run in
        let (shared, log) = (Shared(), Holder<[Int]>())
        log.held = []
        let step: @Sendable () -> Void = {
          for _ in 0..<3 {
            _ = shared.number.load(ordering: .relaxed)
            log.held!.append(run.thread)
          }
        }
        return Plan(step, step) { run.expect(log.held! != [0, 1, 0, 1, 0, 1], "the threads alternate") }
      }
      let report = search(scenario, randomRuns: 5_000).run()
      #expect(report.isComplete)
      let failure = try #require(report.failure)
      #expect(failure.schedule.switches.count == 4)
    }

    @Test("Two threads with two accesses have six interleavings")
    func completeness() {
      let two = search(accesses(2, onThree: false), preemptions: 10, randomRuns: 0).run()
      #expect(two.levels.map(\.runs).reduce(0, +) == 6)
      #expect(two.levels.prefix(3).map(\.runs) == [2, 2, 2])
      let three = search(accesses(3, onThree: true), preemptions: 10, randomRuns: 0).run()
      #expect(three.levels.map(\.runs).reduce(0, +) == 1680)
      #expect(three.isComplete)
      let seen = Holder<Set<[Int]>>()
      seen.held = []
      _ = search(accesses(3, onThree: true, seen), preemptions: 10, randomRuns: 0).run()
      #expect(seen.held!.count == 1680)
    }

    /// Threads that access something `count` times each; `seen` gets the order.
    private func accesses(_ count: Int, onThree: Bool, _ seen: Holder<Set<[Int]>>? = nil) -> Scenario {
      Scenario("accesses") { run in
        let (shared, log) = (Shared(), Holder<[Int]>())
        log.held = []
        let body: @Sendable () -> Void = {
          for _ in 0..<count {
            _ = shared.number.load(ordering: .relaxed)
            log.held!.append(run.thread)
          }
        }
        let check: @Sendable () -> Void = { seen?.held!.insert(log.held!) }
        return onThree ? Plan(body, body, body, check: check) : Plan(body, body, check: check)
      }
    }

    @Test("Above the limit interleavings are chosen, and reported")
    func limit() {
      let report = search(accesses(3, onThree: true), limit: 20, randomRuns: 7).run()
      #expect(report.levels.map(\.runs) == [6, 20, 20, 20])
      #expect(report.levels.map { $0.omitted > 0 } == [false, true, true, true])
      #expect(report.randomRuns == 7)
      #expect(report.description.hasPrefix("73 interleavings (by preemptions 0: 6, 1: 20 of over "))
    }

    @Test("Locks that are taken in different orders are a deadlock")
    func deadlock() throws {
      let scenario = Scenario("deadlock") { run in
        let (first, second) = (Guarded(0), Guarded(0))
        return Plan(
          { first.withLock { _ in second.withLock { $0 += 1 } } },
          { second.withLock { _ in first.withLock { $0 += 1 } } }
        ) {}
      }
      let report = search(scenario).run()
      let failure = try #require(report.failure)
      #expect(failure.failure == "deadlock: each thread waits for a lock that another one holds")
      #expect(report.levels.count == 2)
    }

    @Test("A lock keeps other threads out while its holder is preempted")
    func lock() {
      let scenario = Scenario("lock") { run in
        let (numbers, shared) = (Guarded([0]), Shared())
        let step: @Sendable () -> Void = {
          numbers.withLock { numbers in
            let last = numbers.last!
            _ = shared.number.load(ordering: .relaxed)
            numbers.append(last + 1)
          }
        }
        return Plan(step, step, step) {
          run.expect(numbers.withLock { $0 } == [0, 1, 2, 3], "an increment is lost")
        }
      }
      let report = search(scenario).run()
      #expect(report.failure == nil)
      #expect(report.isComplete)
    }

    @Test("A waiting thread yields; one that waits for ever is reported")
    func waiting() throws {
      func scenario(isSet: Bool) -> Scenario {
        Scenario("waiting") { _ in
          let shared = Shared()
          return Plan(
            { while shared.number.load(ordering: .acquiring) == 0 { Exploration.yield() } },
            { if isSet { shared.number.store(1, ordering: .releasing) } }
          ) {}
        }
      }
      let report = search(scenario(isSet: true)).run()
      #expect(report.failure == nil)
      #expect(report.isComplete)
      let failure = try #require(search(scenario(isSet: false)).run().failure)
      #expect(failure.failure == "no end after \(Explorer.stepLimit) steps")
    }

    @Test("A value after the disposal is found")
    func brokenDisposable() throws {
      let scenario = Scenario("broken disposable") { run in
        let (signal, input) = Signal<Int, Never>.pipe()
        let watcher = Watcher<Int>(run)
        let disposable = LetsGoFirst(signal.observe(watcher.receive))
        return Plan(
          {
            watcher.dispose(disposable); input.send(1)
          }, { watcher.dispose(disposable) }
        ) {}
      }
      let failure = try #require(search(scenario).run().failure?.failure)
      #expect(failure.hasPrefix("D2: the observer gets next(1) on thread A"))
    }

    @Test("A schedule is read as it is written")
    func schedules() {
      for text in ["plain", "0B", "12B.30A.31C"] { #expect(Schedule(text)?.description == text) }
      for text in ["", "12", "B", "12B.", "12b", "12B,30A"] { #expect(Schedule(text) == nil) }
    }
  }
}

private final class Shared: Sendable {
  let number = Atomic<Int>(0)
}

private final class LetsGoFirst: Disposable {
  private let inner: OneShot<any Disposable>

  init(_ inner: any Disposable) { self.inner = OneShot(inner) }

  var isDisposed: Bool { inner.isTaken }

  func dispose() { inner.take()?.dispose() }
}
