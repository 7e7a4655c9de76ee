import Signals
import TestSupport
import Testing

@Suite(.mayBlock) struct ClockSchedulerTests {
  @Test func runsInOrderOfTimeThenOfArrival() async {
    let log = Log<Int>()
    let scheduler = ClockScheduler()
    // Late enough that all are scheduled before the first is due, however busy the machine is.
    let soon = scheduler.now + .seconds(2)
    await withCheckedContinuation { continuation in
      scheduler.schedule(at: soon + .milliseconds(40)) { continuation.resume() }
      scheduler.schedule(at: soon + .milliseconds(20)) { log.add(4) }
      scheduler.schedule(at: soon) { log.add(2) }
      scheduler.schedule(at: soon) { log.add(3) }
      scheduler.schedule { log.add(1) }
    }
    #expect(log.entries == [1, 2, 3, 4])
  }

  @Test func neverRunsEarlyOrInline() async {
    let scheduler = ClockScheduler()
    let lateness = await withCheckedContinuation { continuation in
      let due = scheduler.now + .milliseconds(30)
      scheduler.schedule(after: .milliseconds(30)) { continuation.resume(returning: scheduler.now - due) }
    }
    #expect(lateness >= .milliseconds(-1))
    let lock = Guarded(false)
    let wasInline = await withCheckedContinuation { continuation in
      lock.withLock { isScheduling in
        isScheduling = true
        // Inline, this would find the lock taken and never return.
        scheduler.schedule { continuation.resume(returning: lock.withLock { !$0 }) }
      }
    }
    #expect(!wasInline)
  }

  @Test func cancelledActionsDoNotRunAndAreReleased() async {
    let log = Log<String>()
    let scheduler = ClockScheduler()
    func scheduleOne() -> any Disposable {
      let probe = Probe { log.add("freed") }
      return scheduler.schedule(after: .seconds(1)) {
        probe.touch()
        log.add("ran")
      }
    }
    let timer = scheduleOne()
    timer.dispose()
    #expect(timer.isDisposed)
    #expect(log.entries == ["freed"])
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(1100)) { continuation.resume() }
    }
    #expect(log.entries == ["freed"])
  }

  @Test func anEarlierTimerWakesTheSleeper() async {
    let log = Log<String>()
    let scheduler = ClockScheduler()
    let late = scheduler.schedule(after: .seconds(3600)) { log.add("late") }
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(10)) { continuation.resume() }
    }
    #expect(log.entries == [])
    late.dispose()
  }

  @Test func oneTaskSleepsForAllTimers() async {
    let clock = CountingClock()
    let scheduler = ClockScheduler(clock: clock)
    await withCheckedContinuation { continuation in
      for step in 1...1_000 { scheduler.schedule(at: .milliseconds(20 + step / 100)) {} }
      scheduler.schedule(at: .milliseconds(40)) { continuation.resume() }
    }
    #expect(clock.mostSleepers == 1)
  }

  @Test func actionsMaySchedule() async {
    let log = Log<Int>()
    let scheduler = ClockScheduler()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func step(_ count: Int) {
        log.add(count)
        if count == 100 { return continuation.resume() }
        scheduler.schedule { step(count + 1) }
      }
      step(0)
    }
    #expect(log.entries == Array(0...100))
  }

  @Test func takesTimersFromManyThreads() async {
    let scheduler = ClockScheduler()
    let counter = Counter()
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      onThreads(4) { thread in
        for index in 0..<500 {
          let timer = scheduler.schedule(after: .milliseconds(index % 7)) { counter.increment() }
          if index.isMultiple(of: 2) { timer.dispose() } else { counter.increment() }
        }
      }
      scheduler.schedule(after: .milliseconds(50)) { continuation.resume() }
    }
    // Odd ones count twice: here and when they ran. Even ones ran only if they were too fast to cancel.
    #expect(counter.value >= 2_000)
    #expect(counter.value <= 3_000)
  }

  @Test("D4: a cancelled timer does not keep the scheduler") func releasedWithoutTimers() {
    var scheduler: ClockScheduler? = ClockScheduler()
    weak let released = scheduler
    for _ in 0..<3 { scheduler?.schedule(after: .seconds(3600)) {}.dispose() }
    scheduler = nil
    #expect(released == nil)
  }

  @Test("E9: the clock is read outside the lock") func clockOfTheProgram() async {
    let clock = ObservableClock()
    let scheduler = ClockScheduler(clock: clock)
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .milliseconds(1)) { continuation.resume() }
    }
    #expect(clock.reads.value > 0)
  }

  @Test("A1: no action finds its task cancelled") func actionsAreNotCancelled() async {
    let cancelled = Log<Bool>()
    await withCheckedContinuation { continuation in
      onThreads(2) { _ in
        for round in 0..<200 {
          let scheduler = ClockScheduler()
          scheduler.schedule(after: .seconds(3600)) {}.dispose()
          for delay in [Duration.microseconds(round % 7), .zero] {
            scheduler.schedule(after: delay) { if Task.isCancelled { cancelled.add(true) } }
          }
        }
      }
      ClockScheduler().schedule(after: .milliseconds(50)) { continuation.resume() }
    }
    #expect(cancelled.entries.isEmpty)
  }
}

/// The continuous clock, counting who sleeps on it at once.
private struct CountingClock: Clock {
  private final class Count: Sendable {
    let sleepers = Guarded((now: 0, most: 0))
  }
  private let count = Count()
  private let base = ContinuousClock()

  var now: ContinuousClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }
  var mostSleepers: Int { count.sleepers.withLock { $0.most } }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    count.sleepers.withLock {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
    defer { count.sleepers.withLock { $0.now -= 1 } }
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

/// A clock that changes a property whenever it is read.
private struct ObservableClock: Clock {
  let reads = MutableProperty(0)
  private let clock = ContinuousClock()

  var now: ContinuousClock.Instant {
    reads.modify { $0 += 1 }
    return clock.now
  }
  var minimumResolution: Duration { clock.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}
