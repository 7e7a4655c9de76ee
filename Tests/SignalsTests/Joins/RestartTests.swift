import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct RetryTests {
  @Test func countsFurtherAttempts() { expect("-a-x", { $0.retry(2) }, "-a--a--a-x") }

  @Test func zeroChangesNothing() { expect("-a-x", { $0.retry(0) }, "-a-x") }

  @Test func stopsWhenAnAttemptSucceeds() {
    let attempts = Log<Int>()
    let flaky = SignalProducer<Int, Oops> { observer, _ in
      attempts.add(attempts.entries.count)
      observer.send(attempts.entries.count)
      if attempts.entries.count < 3 { observer.fail(Oops()) } else { observer.complete() }
    }
    let recorder = Recorder<Int, Oops>()
    flaky.retry(5).start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test func doesNotRetryOtherEnds() {
    expect("-a-|", { $0.retry(2) }, "-a-|")
    expect("-a-!", { $0.retry(2) }, "-a-!")
  }

  @Test func disposalStopsTheAttemptUnderWay() {
    expect("-a-x", { $0.retry(2) }, "-a--a$")
    expectDisposal(of: "-a-x", { $0.retry(1) }, at: 6)
  }

  @Test func eachAttemptEndsBeforeTheNextBegins() {
    let log = Log<String>()
    SignalProducer<Int, Oops>(error: Oops())
      .on(starting: { log.add("starts") }, disposed: { log.add("is over") }).retry(1).startWithFailed { _ in }
    #expect(log.entries == ["starts", "is over", "starts", "is over"])
  }

  @Test func keepsTheContract() { checkContract { $0.retry(2) } }
}

@Suite(.mayBlock) struct RetryWhenTests {
  @Test func startsOverWhenTheTriggerSends() {
    expect(
      "-a-x", { stream, time in stream.retry(when: { _ in after(2, on: time) }).prefix(3) }, "-a----a----(a|)"
    )
  }

  @Test func passesTheFailureOnIfTheTriggerEndsWithoutAValue() {
    expect("-a-x", { $0.retry(when: { _ in SignalProducer<Int, Never>.empty }) }, "-a-x")
    expect("-a-x", { $0.retry(when: { _ in Signal<Int, Never>.empty }) }, "-a-x")
    expect(
      "-a-x",
      { stream, time in
        stream.retry(when: { _ in SignalProducer<Int, Never>.empty.delay(.seconds(2), on: time) })
      },
      "-a---x")
  }

  @Test func failsWithTheTrigger() {
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Oops>(error: Oops(code: 1))
      .retry(when: { SignalProducer<Int, Oops>(error: Oops(code: $0.code + 1)) }).start(recorder.observer)
    #expect(recorder.events == [.failed(Oops(code: 2))])
  }

  @Test func doesNotRetryOtherEnds() {
    let triggers = Log<Int>()
    let trigger: @Sendable (TestFailure) -> SignalProducer<Int, Never> = { _ in
      triggers.add(1)
      return SignalProducer(value: 1)
    }
    expect("-a-|", { $0.retry(when: trigger) }, "-a-|")
    expect("-a-!", { $0.retry(when: trigger) }, "-a-!")
    #expect(triggers.entries.isEmpty)
  }

  @Test func takesOneValueOfATriggerAndDisposesOfIt() {
    let triggers = Log<Observer<Int, Never>>()
    let ends = Tally()
    let work = Work()
    let start = work.producer.retry(when: { _ in
      SignalProducer<Int, Never> { observer, lifetime in
        triggers.add(observer)
        lifetime.onEnd { ends.add(1) }
      }
    }).startWithFailed { _ in }
    work.end(.failed(Oops()))
    #expect(work.starts == 1)
    for value in 1...3 { triggers.entries.first?.send(value) }
    triggers.entries.first?.complete()
    #expect(work.starts == 2)
    #expect(ends.value == 1)
    work.end(.failed(Oops()))
    start.dispose()
    #expect(ends.value == 2)
    triggers.entries.last?.send(1)
    #expect(work.starts == 2)
  }

  @Test func aTriggerThatSendsAtOnceLetsTheNextRunGoOn() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    work.producer.retry(when: { _ in SignalProducer<Int, Never>(1...3) }).start(recorder.observer)
    for number in 1...3 {
      work.send(number)
      work.end(.failed(Oops()))
    }
    work.send(4)
    work.end(.completed)
    #expect(work.starts == 4)
    #expect(recorder.events == [.next(1), .next(2), .next(3), .next(4), .completed])
  }

  @Test func aTriggerThatSendsWhileItIsAttachedEnds() {
    let work = Work()
    let ends = Tally()
    work.producer.retry(when: { _ in
      SignalProducer<Int, Never> { observer, lifetime in
        lifetime.onEnd { ends.add(1) }
        observer.send(1)
      }
    }).startWithFailed { _ in }
    work.end(.failed(Oops()))
    #expect(work.starts == 2)
    #expect(ends.value == 1)
  }

  @Test func disposalInTheClosureStopsIt() {
    let start = SerialDisposable()
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    start.inner = work.producer.retry(when: { _ in
      start.dispose()
      return SignalProducer<Int, Never>(value: 1)
    }).start(recorder.observer)
    work.end(.failed(Oops()))
    #expect(work.starts == 1)
    #expect(recorder.events == [.interrupted])
  }

  @Test func disposalStopsTheTrigger() {
    let ends = Tally()
    SignalProducer<Int, Oops>(error: Oops())
      .retry(when: { _ in SignalProducer<Int, Never>.never.on(disposed: { ends.add(1) }) }).startWithFailed {
        _ in
      }.dispose()
    #expect(ends.value == 1)
  }

  @Test func theSourceMaySendToItsOwnTrigger() {
    let (trigger, input) = Signal<Int, Never>.pipe()
    let attempts = Tally()
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Oops> { observer, _ in
      attempts.add(1)
      if attempts.value < 3 { observer.fail(Oops()) } else { observer.complete() }
    }.retry(when: { _ in trigger }).start(recorder.observer)
    input.send(1)
    input.send(2)
    #expect(attempts.value == 3)
    #expect(recorder.events == [.completed])
  }

  @Test func triggersOfOtherThreadsAreTakenOnce() {
    for _ in 0..<50 {
      let work = Work()
      let (trigger, input) = Signal<Int, Never>.pipe()
      let start = work.producer.retry(when: { _ in trigger }).startWithFailed { _ in }
      work.end(.failed(Oops()))
      onThreads(3) { input.send($0) }
      #expect(work.starts == 2)
      start.dispose()
      #expect(!work.isRunning)
    }
  }

  @Test("P8: synchronous attempts after synchronous triggers") func constantStack() {
    onSmallStack {
      let attempts = Tally()
      let log = Log<Event<Int, Oops>>()
      SignalProducer<Int, Oops> { observer, _ in
        attempts.add(1)
        if attempts.value < 100_000 { observer.fail(Oops()) } else { observer.complete() }
      }.retry(when: { _ in SignalProducer<Int, Never>(value: 1) }).start(log.observer())
      #expect(log.entries == [.completed])
      #expect(attempts.value == 100_000)
    }
  }

  @Test func keepsTheContract() {
    checkContract { $0.retry(when: { _ in SignalProducer<Int, Never>.empty }) }
    checkContract { stream in
      let attempts = Tally()
      return stream.retry(when: { _ in
        attempts.add(1)
        return attempts.value % 3 == 0 ? SignalProducer<Int, Never>.empty : SignalProducer(value: 1)
      })
    }
  }
}

/// A trigger.
private func after(_ seconds: Int, on time: TestScheduler) -> SignalProducer<Void, Never> {
  .timer(after: .seconds(seconds), on: time)
}

@Suite(.mayBlock) struct RepeatTests {
  @Test func countsRuns() { expect("-a|", { $0.repeat(3) }, "-a-a-a|") }

  @Test func oneChangesNothing() { expect("-a|", { $0.repeat(1) }, "-a|") }

  @Test func zeroCompletesWithoutStarting() {
    let starts = Log<String>()
    expect("-a|", { $0.on(starting: { starts.add("started") }).repeat(0) }, "|")
    #expect(starts.entries.isEmpty)
  }

  @Test func doesNotRepeatOtherEnds() {
    expect("-a-x", { $0.repeat(2) }, "-a-x")
    expect("-a-!", { $0.repeat(2) }, "-a-!")
  }

  @Test func disposalStopsTheRunUnderWay() {
    expect("-a-|", { $0.repeat(3) }, "-a--a$")
    expectDisposal(of: "-a-|", { $0.repeat(2).prefix(2) }, at: 4)
  }

  @Test func keepsTheContract() { checkContract { $0.repeat(2) } }
}
