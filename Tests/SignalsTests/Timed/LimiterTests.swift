import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct LimiterTests {
  private let log = Log<String>()

  /// Work that the test ends, and that says when it begins and when its resources are released.
  private func work(_ name: String) -> (producer: SignalProducer<Int, Oops>, input: Observer<Int, Oops>) {
    let (signal, input) = Signal<Int, Oops>.pipe()
    return (
      SignalProducer { [log] observer, lifetime in
        log.add("\(name) begins")
        lifetime.onEnd { log.add("\(name) is released") }
        lifetime += signal.observe(observer)
      }, input
    )
  }

  @Test func describesItself() {
    let limiter = Limiter(atOnce: 1)
    #expect("\(limiter)" == "Limiter(atOnce: 1, running: 0, waiting: 0)")
    let starts = (0..<3).map { _ in SignalProducer<Int, Never>.never.limited(by: limiter).start() }
    #expect("\(limiter)" == "Limiter(atOnce: 1, running: 1, waiting: 2)")
    for start in starts { start.dispose() }
    #expect("\(limiter)" == "Limiter(atOnce: 1, running: 0, waiting: 0)")
    let paced = Limiter(starts: 10, every: .seconds(1), on: ImmediateScheduler())
    #expect("\(paced)" == "Limiter(starts: 10, every: 1.0 seconds, running: 0, waiting: 0)")
  }

  @Test func changesNothingForOne() {
    expect("--a--b--|", { $0.limited(by: Limiter(atOnce: 1)) }, "--a--b--|")
    expect("--a--x", { $0.limited(by: Limiter(atOnce: 1)) }, "--a--x")
    expect("--a--!", { $0.limited(by: Limiter(atOnce: 1)) }, "--a--!")
    expect("--a--b--|", { $0.limited(by: Limiter(atOnce: 1)) }, "--a--(b$)")
  }

  @Test func noMoreRunAtOnceAndTheFirstToComeIsFirst() {
    let limiter = Limiter(atOnce: 2)
    let works = (0..<5).map { work("\($0)") }
    for work in works { work.producer.limited(by: limiter).startWithFailed { _ in } }
    #expect(log.entries == ["0 begins", "1 begins"])
    #expect(limiter.runningCount == 2)
    #expect(limiter.waitingCount == 3)
    works[1].input.complete()
    works[0].input.fail(Oops())
    #expect(
      log.entries.dropFirst(2) == ["1 is released", "2 begins", "0 is released", "3 begins"],
      "a place is free when nothing of the run is left")
    for work in works { work.input.interrupt() }
    #expect(limiter.runningCount == 0)
    #expect(limiter.waitingCount == 0)
  }

  @Test func disposalFreesThePlace() {
    let limiter = Limiter(atOnce: 1)
    let start = work("a").producer.limited(by: limiter).startWithFailed { _ in }
    let recorder = Recorder<Int, Oops>()
    let (second, input) = work("b")
    second.limited(by: limiter).start(recorder.observer)
    start.dispose()
    input.send(1)
    input.complete()
    #expect(log.entries == ["a begins", "a is released", "b begins", "b is released"])
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("D1: code that begins a run keeps the place until it returns") func busyGenerator() {
    let limiter = Limiter(atOnce: 1)
    let (first, input) = work("a")
    let (busy, free) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let slow = SignalProducer<Int, Oops> { [log] _, lifetime in
      busy.signal()
      free.wait()
      log.add("slow returns, \(lifetime.hasEnded)")
    }
    first.limited(by: limiter).startWithFailed { _ in }
    let start = slow.limited(by: limiter).startWithFailed { _ in }
    let returned = DispatchSemaphore(value: 0)
    Thread {
      input.complete()
      returned.signal()
    }.start()
    busy.wait()
    start.dispose()
    let (last, lastInput) = work("b")
    last.limited(by: limiter).startWithFailed { _ in }
    #expect(limiter.waitingCount == 1, "the thread is still in the code of the run before")
    free.signal()
    returned.wait()
    #expect(log.entries == ["a begins", "a is released", "slow returns, true", "b begins"])
    lastInput.complete()
    #expect(limiter.runningCount == 0)
  }

  @Test func aStartThatWaitsAndIsDisposedOfLeavesNothing() {
    let limiter = Limiter(atOnce: 1)
    let (first, input) = work("a")
    first.limited(by: limiter).startWithFailed { _ in }
    let events = Log<Event<Int, Oops>>()
    var probe: Probe? = Probe { [log] in log.add("freed") }
    let start = work("b").producer.on(starting: { [probe] in probe?.touch() }).limited(by: limiter)
      .start(events.observer())
    probe = nil
    start.dispose()
    #expect(events.entries == [.interrupted])
    #expect(log.entries == ["a begins", "freed"])
    #expect(limiter.waitingCount == 0)
    withExtendedLifetime(input) {}
  }

  @Test("D4: starts that waited leave nothing behind") func waitsAreForgotten() {
    let limiter = Limiter(atOnce: 1, waiting: .max)
    let (first, input) = work("first")
    let last = Log<Event<Int, Oops>>()
    first.limited(by: limiter).startWithFailed { _ in }
    let (second, lastInput) = work("last")
    for number in 0..<100 {
      let starts = (0..<1000).map { _ in
        SignalProducer<Int, Oops>.never.limited(by: limiter).startWithFailed { _ in }
      }
      if number == 0 { second.limited(by: limiter).start(last.observer()) }
      for start in number % 2 == 0 ? starts : starts.reversed() { start.dispose() }
      #expect(limiter.waitingCount == 1)
    }
    input.complete()
    #expect(log.entries == ["first begins", "first is released", "last begins"])
    withExtendedLifetime(lastInput) {}
  }

  @Test("P5: a run that nothing refers to gives its place back") func aReleasedRun() {
    let limiter = Limiter(atOnce: 1)
    SignalProducer<Int, Never> { _, _ in }.limited(by: limiter).start()
    #expect(limiter.runningCount == 1, "it has not ended, and its start is part of the run")
  }

  @Test("P8: runs that end at once use constant stack") func constantStack() {
    onSmallStack {
      let limiter = Limiter(atOnce: 1, waiting: .max)
      let (signal, input) = Signal<Int, Never>.pipe()
      let count = Log<Int>()
      signal.producer.limited(by: limiter).start()
      for number in 0..<20_000 {
        SignalProducer(value: number).limited(by: limiter).startWithValues { count.add($0) }
      }
      #expect(count.entries == [])
      input.complete()
      #expect(count.entries == Array(0..<20_000))
    }
  }

  @Test func aStartInsideTheEndBeginsAfterIt() {
    let limiter = Limiter(atOnce: 1)
    let (first, input) = work("a")
    let (second, secondInput) = work("b")
    first.limited(by: limiter).start { [log] event in
      guard event == .completed else { return }
      second.limited(by: limiter).startWithFailed { _ in }
      log.add("a has ended")
    }
    input.complete()
    #expect(log.entries == ["a begins", "a has ended", "a is released", "b begins"])
    withExtendedLifetime(secondInput) {}
  }

  @Test func oneAfterTheOtherByOneLimiter() {
    let limiter = Limiter(atOnce: 1)
    let numbers = SignalProducer<Int, Never>(1...3)
    let recorder = Recorder<Int, Never>()
    numbers.flatMap { number in
      SignalProducer<Int, Never>(value: number).append(number * 10).limited(by: limiter)
    }.append(numbers.limited(by: limiter)).start(recorder.observer)
    #expect(recorder.events == [1, 10, 2, 20, 3, 30, 1, 2, 3].map { .next($0) } + [.completed])
  }

  // MARK: A full queue

  @Test("B1: beyond the limit a start is refused, and counted", arguments: [Limiter.Refused.newest, .oldest])
  func refuses(_ refused: Limiter.Refused) {
    let refusals = MutableProperty(0)
    let limiter = Limiter(atOnce: 1, waiting: 2, refusing: refused, refusals: refusals)
    let works = (0..<5).map { work("\($0)") }
    let recorders = works.map { work in
      let recorder = Recorder<Int, Oops>()
      work.producer.limited(by: limiter, failingWith: Oops(code: 9)).start(recorder.observer)
      return recorder
    }
    #expect(refusals.value == 2)
    let failed = recorders.indices.filter { recorders[$0].events == [.failed(Oops(code: 9))] }
    #expect(failed == (refused == .newest ? [3, 4] : [1, 2]))
    for work in works { work.input.complete() }
    let begun = refused == .newest ? [0, 1, 2] : [0, 3, 4]
    #expect(log.entries == begun.flatMap { ["\($0) begins", "\($0) is released"] })
  }

  @Test func withoutAFailureARefusedStartIsInterrupted() {
    let limiter = Limiter(atOnce: 1, waiting: 0, refusing: .oldest)
    let recorder = Recorder<Int, Oops>()
    let (first, input) = work("a")
    first.limited(by: limiter).startWithFailed { _ in }
    work("b").producer.limited(by: limiter).start(recorder.observer)
    #expect(recorder.events == [.interrupted])
    input.complete()
    let (third, thirdInput) = work("c")
    third.limited(by: limiter).startWithFailed { _ in }
    #expect(log.entries == ["a begins", "a is released", "c begins"])
    withExtendedLifetime(thirdInput) {}
  }

  @Test func workThatCannotFailCanBeRefusedWithAFailure() {
    let limiter = Limiter(atOnce: 1, waiting: 0)
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Never>.never.limited(by: limiter).start()
    SignalProducer<Int, Never>(value: 1).limited(by: limiter, failingWith: Oops()).start(recorder.observer)
    #expect(recorder.events == [.failed(Oops())])
  }

  // MARK: Starts in an interval

  @Test func noMoreBeginInAnyInterval() {
    let time = TestScheduler()
    let limiter = Limiter(starts: 2, every: .seconds(10), on: time)
    let begins = Log<Int>()
    @Sendable func begin() {
      SignalProducer<Int, Never>.never.on(starting: { begins.add(Int(time.now.components.seconds)) })
        .limited(by: limiter).start()
    }
    begin()
    time.advance(by: .seconds(6))
    for _ in 0..<4 { begin() }
    #expect(begins.entries == [0, 6])
    time.advance(by: .seconds(100))
    #expect(begins.entries == [0, 6, 10, 16, 20], "never three in ten seconds")
    begin()
    #expect(begins.entries.last == 106, "there is a place again")
  }

  @Test func bothLimitsHold() {
    let time = TestScheduler()
    let limiter = Limiter(atOnce: 1, starts: 1, every: .seconds(10), on: time)
    let works = (0..<3).map { work("\($0)") }
    for work in works { work.producer.limited(by: limiter).startWithFailed { _ in } }
    time.advance(by: .seconds(15))
    #expect(log.entries == ["0 begins"])
    works[0].input.complete()
    #expect(log.entries.last == "1 begins", "the interval is over")
    works[1].input.complete()
    #expect(log.entries.last == "1 is released")
    time.advance(by: .seconds(10))
    #expect(log.entries.last == "2 begins")
    // Optimised code releases the last input otherwise before that, which interrupts its work (contract S6).
    withExtendedLifetime(works) {}
  }

  @Test func theTimerIsCancelledWithTheLastStartThatWaits() {
    let time = TestScheduler()
    let limiter = Limiter(starts: 1, every: .seconds(10), on: time)
    let never = SignalProducer<Int, Never>.never
    never.limited(by: limiter).start()
    let starts = [never.limited(by: limiter).start(), never.limited(by: limiter).start()]
    for start in starts { start.dispose() }
    time.run()
    #expect(time.now == .zero, "nothing is scheduled")
    let events = Log<Event<Int, Never>>()
    SignalProducer(value: 1).limited(by: limiter).start(events.observer())
    time.run()
    #expect(events.entries == [.next(1), .completed])
    #expect(time.now == .seconds(10))
  }

  @Test("P8: a scheduler that runs everything at once needs no stack") func immediateScheduler() {
    onSmallStack {
      let limiter = Limiter(
        atOnce: 1, starts: 1, every: .seconds(1), on: ImmediateScheduler(), waiting: .max)
      let (signal, input) = Signal<Int, Never>.pipe()
      let count = Log<Int>()
      signal.producer.limited(by: limiter).start()
      for number in 0..<20_000 {
        SignalProducer(value: number).limited(by: limiter).startWithValues { count.add($0) }
      }
      input.complete()
      #expect(count.entries == Array(0..<20_000))
    }
  }

  @Test("X1: the largest arguments are arguments like any other") func largestArguments() {
    let time = TestScheduler()
    let limiter = Limiter(
      atOnce: .max, starts: .max, every: .seconds(Int64.max), on: time, waiting: .max, refusing: .oldest)
    let recorder = Recorder<Int, Never>()
    SignalProducer(value: 1).limited(by: limiter).start(recorder.observer)
    #expect(recorder.events == [.next(1), .completed])
    let never = Limiter(starts: 1, every: .seconds(Int64.max), on: time)
    for _ in 0..<2 { SignalProducer(value: 2).limited(by: never).start(recorder.observer) }
    time.run()
    #expect(recorder.values == [1, 2])
    #expect(never.waitingCount == 1)
  }

  @Test("E9: the scheduler is called outside the lock") func callsOutWithoutALock() {
    let limiter = Limiter(starts: 1, every: .seconds(1), on: LockCheckingScheduler())
    for _ in 0..<3 { SignalProducer<Int, Never>(value: 1).limited(by: limiter).start() }
    #expect(limiter.waitingCount == 0)
  }

  @Test("D1: many threads start and dispose; the limits hold") func manyThreads() async throws {
    let refusals = MutableProperty(0)
    let limiter = Limiter(
      atOnce: 3, starts: 50, every: .microseconds(200), on: ClockScheduler(), waiting: 10,
      refusing: .oldest, refusals: refusals)
    let running = Guarded((now: 0, most: 0))
    let ends = Log<Bool>()
    let work = SignalProducer<Int, Never> { observer, lifetime in
      running.withLock { running in
        running.now += 1
        running.most = max(running.most, running.now)
      }
      lifetime.onEnd { running.withLock { $0.now -= 1 } }
      observer.send(1)
      sched_yield()
      observer.complete()
    }
    onThreads(6) { thread in
      for round in 0..<500 {
        let start = work.limited(by: limiter).start { if $0.isTerminating { ends.add(true) } }
        if (round + thread) % 3 == 0 { start.dispose() }
      }
    }
    #expect(try await eventually { ends.entries.count == 3000 })
    #expect(limiter.runningCount == 0)
    #expect(limiter.waitingCount == 0)
    #expect(running.withLock { $0.now } == 0)
    #expect(running.withLock { $0.most } <= 3)
  }

  @Test("X1: wrong arguments stop the program") func misuse() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Limiter(atOnce: 0)
    }
    #expect(result.message.contains("Limiter(atOnce:): the number of runs at once must be at least 1, got 0"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Limiter(atOnce: 1, waiting: -1)
    }
    #expect(
      result.message.contains("Limiter(waiting:): the number of waiting starts must not be negative, got -1"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Limiter(starts: 0, every: .seconds(1))
    }
    #expect(
      result.message.contains("Limiter(starts:every:): the number of starts must be at least 1, got 0"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Limiter(starts: 1, every: .zero)
    }
    #expect(
      result.message.contains(
        "Limiter(starts:every:): the interval must be greater than zero, got 0.0 seconds"))
  }

  @Test func keepsTheContract() {
    checkContract(only: .pulled) { source in
      source.reinterpretingDrive(Pull.self).limited(by: Limiter(atOnce: .max)).reinterpretingDrive()
    }
    checkContract(only: .pulled) { source, time in
      source.reinterpretingDrive(Pull.self)
        .limited(by: Limiter(starts: .max, every: .seconds(1), on: time)).reinterpretingDrive()
    }
  }
}

/// Stops when it is called while a lock is held.
private struct LockCheckingScheduler: Scheduler {
  var now: Duration {
    assertNoLockHeld()
    return .zero
  }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(at: .zero, action)
  }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    assertNoLockHeld()
    action()
    return AnyDisposable { assertNoLockHeld() }
  }
}
