import Signals
import SignalsTesting
import Testing

@Suite struct RetryTests {
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
      .on(starting: { log.add("starts") }, disposed: { log.add("is over") }).retry(1).start()
    #expect(log.entries == ["starts", "is over", "starts", "is over"])
  }

  @Test func keepsTheContract() { checkContract { $0.retry(2) } }
}

@Suite struct RepeatTests {
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
