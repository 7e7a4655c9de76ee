import Dispatch
import Foundation
import Signals
import SignalsFoundation
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct QueueSchedulerTests {
  let log = Recorder<Int, Never>()

  /// Adds to the log.
  private func note(_ value: Int) -> @Sendable () -> Void {
    { [log] in log.observer.send(value) }
  }

  /// Waits until everything that was scheduled for now has run.
  private func settle(_ scheduler: QueueScheduler) async {
    await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
  }

  /// Waits until the scheduler's clock has passed `time` and everything until then has run.
  private func settle(_ scheduler: QueueScheduler, at time: Duration) async {
    await withCheckedContinuation { continuation in
      scheduler.schedule(at: time) { continuation.resume() }
    }
  }

  // MARK: Where and in which order

  @Test func runsOnItsQueue() async {
    let queue = DispatchQueue(label: "a queue")
    let scheduler = QueueScheduler(targeting: queue)
    await withCheckedContinuation { continuation in
      scheduler.schedule { dispatchPrecondition(condition: .onQueue(queue)) }
      scheduler.schedule(after: .milliseconds(1)) {
        dispatchPrecondition(condition: .onQueue(queue))
        continuation.resume()
      }
    }
  }

  @Test("T1: whichever thread disposes, the queue interrupts") func interruption() async {
    let queue = DispatchQueue(label: "a queue")
    let scheduler = QueueScheduler(targeting: queue)
    await withCheckedContinuation { continuation in
      let start = SignalProducer<Int, Never>.never.receive(on: scheduler)
        .on(terminated: { dispatchPrecondition(condition: .onQueue(queue)) })
        .startWithInterrupted {
          dispatchPrecondition(condition: .onQueue(queue))
          continuation.resume()
        }
      Thread.detachNewThread { start.dispose() }
    }
  }

  @Test func theMainSchedulerRunsOnTheMainActor() async {
    await withCheckedContinuation { continuation in
      QueueScheduler.main.schedule {
        MainActor.assertIsolated()
        continuation.resume()
      }
    }
  }

  @Test("E8: it never runs inline") func neverRunsInline() async {
    let scheduler = QueueScheduler()
    await withCheckedContinuation { continuation in
      scheduler.schedule { [log] in
        scheduler.schedule { log.observer.send(2) }
        scheduler.schedule(at: .zero) { log.observer.send(3) }
        log.observer.send(1)
        scheduler.schedule { continuation.resume() }
      }
    }
    #expect(log.values == [1, 2, 3])
    #expect(log.violations.isEmpty)
  }

  @Test func keepsTheOrderOfAMillionActions() async {
    let scheduler = QueueScheduler()
    let order = OrderCheck()
    for index in 0..<rounds(1_000_000) { scheduler.schedule { order.take(index) } }
    await settle(scheduler)
    #expect(order.count == rounds(1_000_000))
    #expect(order.isInOrder)
  }

  @Test func keepsTheOrderOfAMillionReceivedValues() async {
    let order = OrderCheck()
    await withCheckedContinuation { continuation in
      SignalProducer<Int, Never>(0..<rounds(1_000_000))
        .receive(on: QueueScheduler())
        .start(Observer(next: { order.take($0) }, end: { _ in continuation.resume() }))
    }
    #expect(order.count == rounds(1_000_000))
    #expect(order.isInOrder)
  }

  @Test func takesActionsFromManyThreadsOneAtATime() async {
    let scheduler = QueueScheduler(targeting: .global())
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for index in 0..<1_000 {
        let number = thread * 1_000 + index
        if index.isMultiple(of: 3) {
          scheduler.schedule(after: .microseconds(index % 7), note(number))
        } else {
          scheduler.schedule(note(number))
        }
      }
    }
    await settle(scheduler, at: scheduler.now + .milliseconds(1))
    #expect(log.values.sorted() == Array(0..<4_000))
    #expect(log.violations.isEmpty, "a concurrent queue must not make actions overlap")
    let undelayed = log.values.filter { !($0 % 1_000).isMultiple(of: 3) }
    for thread in 0..<4 {
      let own = undelayed.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted())
    }
  }

  // MARK: Timers

  @Test func runsByTimeThenByArrival() async {
    // The queue waits until all of them are scheduled.
    let queue = DispatchQueue(label: "blocked")
    let scheduler = QueueScheduler(targeting: queue)
    queue.suspend()
    let now = scheduler.now
    scheduler.schedule(at: now + .milliseconds(30), note(5))
    for value in 2...4 { scheduler.schedule(at: now + .milliseconds(20), note(value)) }
    scheduler.schedule(at: now - .seconds(1), note(1))
    queue.resume()
    await settle(scheduler, at: now + .milliseconds(30))
    #expect(log.values == [1, 2, 3, 4, 5])
  }

  @Test func aTimerThatIsDueGoesBeforeWhatIsScheduledAfterItsTime() async {
    let queue = DispatchQueue(label: "blocked")
    let scheduler = QueueScheduler(targeting: queue)
    queue.suspend()
    scheduler.schedule(after: .milliseconds(1), note(1))
    let due = scheduler.now + .milliseconds(1)
    while scheduler.now <= due {}
    scheduler.schedule(note(2))
    queue.resume()
    await settle(scheduler)
    #expect(log.values == [1, 2])
  }

  @Test func neverRunsEarly() async {
    let scheduler = QueueScheduler()
    for delay in [Duration.nanoseconds(1), .microseconds(1500), .milliseconds(20)] {
      let due = scheduler.now + delay
      let lateness = await withCheckedContinuation { continuation in
        scheduler.schedule(at: due) { continuation.resume(returning: scheduler.now - due) }
      }
      #expect(lateness >= .zero)
    }
  }

  @Test func anEarlierTimerMovesTheWakeUp() async {
    let scheduler = QueueScheduler()
    let late = scheduler.schedule(after: .seconds(3600), note(1))
    let never = scheduler.schedule(at: .seconds(Int64.max), note(2))
    await settle(scheduler, at: scheduler.now + .milliseconds(5))
    #expect(log.values.isEmpty)
    late.dispose()
    never.dispose()
  }

  @Test(arguments: TimedOperator.all, Duration.farTooLong)
  func whatIsTooFarAwayNeverComes(_ timed: TimedOperator, _ duration: Duration) async {
    let scheduler = QueueScheduler()
    let recorder = Recorder<String, TimedOperator.Failure>()
    let start = timed.stream(duration, scheduler).start(recorder.observer)
    await settle(scheduler, at: scheduler.now + .milliseconds(2))
    #expect(recorder.values == timed.valuesBefore)
    start.dispose()
  }

  @Test(arguments: Duration.farTooLong) func whatShouldHaveRunLongAgoRunsAtOnce(_ duration: Duration) async {
    let scheduler = QueueScheduler()
    await settle(scheduler, at: .zero - duration)
    await withCheckedContinuation { continuation in
      scheduler.schedule(after: .zero - duration) { continuation.resume() }
    }
  }

  @Test func timeDoesNotGoBack() {
    let scheduler = QueueScheduler()
    var last = scheduler.now
    #expect(last >= .zero)
    for _ in 0..<1_000 {
      let now = scheduler.now
      #expect(now >= last)
      last = now
    }
  }

  // MARK: Cancelling, memory

  @Test(arguments: [Duration.zero, .milliseconds(5)])
  func cancelledActionsDoNotRunAndAreReleasedAtOnce(_ delay: Duration) async {
    let queue = DispatchQueue(label: "blocked")
    let scheduler = QueueScheduler(targeting: queue)
    queue.suspend()
    func scheduleOne() -> any Disposable {
      let probe = Probe(note(1))
      return scheduler.schedule(after: delay) { [log] in
        probe.touch()
        log.observer.send(2)
      }
    }
    let action = scheduleOne()
    action.dispose()
    #expect(action.isDisposed)
    #expect(log.values == [1])
    queue.resume()
    await settle(scheduler, at: scheduler.now + delay)
    #expect(log.values == [1])
  }

  @Test func waitingTimersKeepTheSchedulerAlive() async {
    await withCheckedContinuation { continuation in
      QueueScheduler().schedule(after: .milliseconds(5)) { continuation.resume() }
    }
  }

  @Test func aSchedulerWhoseTimersAreCancelledIsReleased() {
    weak var scheduler: QueueScheduler?
    do {
      let strong = QueueScheduler()
      scheduler = strong
      let timers = (1...3).map { strong.schedule(after: .seconds(3600 * $0)) {} }
      timers.forEach { $0.dispose() }
    }
    #expect(scheduler == nil)
  }

  @Test func anIdleSchedulerIsReleased() async {
    weak var scheduler: QueueScheduler?
    let queue = DispatchQueue(label: "outlives the scheduler")
    do {
      let strong = QueueScheduler(targeting: queue)
      scheduler = strong
      await settle(strong, at: strong.now + .milliseconds(2))
    }
    // What it has given to the queue is released there.
    while scheduler != nil { await Task.yield() }
    #expect(scheduler == nil)
  }
}

/// Takes `0, 1, 2 …` one at a time.
private final class OrderCheck: Sendable {
  private let seen = Guarded((count: 0, isInOrder: true))

  func take(_ value: Int) {
    seen.withLock {
      if value != $0.count { $0.isInOrder = false }
      $0.count += 1
    }
  }

  var count: Int { seen.withLock { $0.count } }
  var isInOrder: Bool { seen.withLock { $0.isInOrder } }
}
