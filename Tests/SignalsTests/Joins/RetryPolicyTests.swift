import Signals
import SignalsTesting
import Testing

@Suite struct RetryPolicyTests {
  @Test func waitsTheSameTimeEachTime() {
    expect("-x", { $0.retry(policy(limit: 2, .constant(.seconds(3))), on: $1) }, "---------x")
  }

  @Test func waitsLongerStepByStep() {
    expect(
      "a-x", { $0.retry(policy(limit: 2, .linear(first: .seconds(1), step: .seconds(2))), on: $1) },
      "a--a----a-x")
  }

  @Test func doublesTheWaitUpToTheCap() {
    let policy = RetryPolicy<TestFailure>(
      limit: 4, delay: .exponential(first: .seconds(1)), cap: .seconds(3))
    // Waits of 1, 2, 3 and 3.
    expect("ax", { $0.retry(policy, on: $1) }, "a-a--a---a---ax")
  }

  @Test func withoutADelayItStartsAtOnce() {
    expect("a-x", { $0.retry(policy(limit: 1, .constant(.zero)), on: $1) }, "a-a-x")
  }

  @Test func theSchedulerMayRunTheAttemptAtOnce() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    work.producer.retry(RetryPolicy(limit: 1, delay: .constant(.seconds(1))), on: ImmediateScheduler())
      .start(recorder.observer)
    work.end(.failed(Oops()))
    work.send(1)
    #expect(recorder.events == [.next(1)])
  }

  @Test func leavesOtherFailuresAlone() {
    let picky = RetryPolicy<TestFailure>(delay: .constant(.seconds(1))) { _ in false }
    expect("a-x", { $0.retry(picky, on: $1) }, "a-x")
  }

  @Test func countsAnewAfterAValue() {
    let attempts = Log<Int>()
    let time = TestScheduler()
    let policy = RetryPolicy<Oops>(limit: 1, delay: .constant(.seconds(1)), resetsOnValue: true)
    let recorder = Recorder<Int, Oops>(on: time)
    SignalProducer<Int, Oops>.deferred {
      attempts.add(1)
      let count = attempts.entries.count
      return count < 5
        ? SignalProducer(value: count).append(SignalProducer(error: Oops()))
        : SignalProducer(error: Oops(code: count))
    }.retry(policy, on: time).start(recorder.observer)
    time.run()
    // The first four runs bring a value each; the fifth is the one attempt after the last value.
    #expect(recorder.values == [1, 2, 3, 4])
    #expect(recorder.events.last == .failed(Oops(code: 5)))
    #expect(attempts.entries.count == 5)
  }

  @Test func jitterComesFromTheGenerator() {
    func waits(seed: UInt64) -> [Duration] {
      let time = TestScheduler()
      let times = Log<Duration>()
      let policy = RetryPolicy<Oops>(
        limit: 20, delay: .constant(.seconds(10)), jitter: 0.5, using: SplitMix(seed: seed))
      SignalProducer<Int, Oops>(error: Oops()).on(starting: { times.add(time.now) })
        .retry(policy, on: time).startWithFailed { _ in }
      time.run()
      return zip(times.entries.dropFirst(), times.entries).map { $0 - $1 }
    }
    let first = waits(seed: 1)
    #expect(first.count == 20)
    #expect(first == waits(seed: 1))
    #expect(first != waits(seed: 2))
    #expect(Set(first).count > 10)
    for wait in first { #expect(wait > .seconds(4.99) && wait < .seconds(10.01)) }
  }

  @Test func hugeNumbersOfAttemptsDoNotOverflow() {
    let time = TestScheduler()
    let starts = Log<Duration>()
    for delay: RetryPolicy<Oops>.Delay in [
      .exponential(first: .seconds(1)), .linear(first: .seconds(1), step: .seconds(1 << 40)),
    ] {
      let policy = RetryPolicy<Oops>(limit: 1_000, delay: delay)
      SignalProducer<Int, Oops>(error: Oops()).on(starting: { starts.add(time.now) })
        .retry(policy, on: time).startWithFailed { _ in }
    }
    time.run()
    #expect(starts.entries.count == 2 * 1_001)
  }

  @Test func disposingWhileWaitingPreventsTheAttempt() {
    let time = TestScheduler()
    let starts = Log<Int>()
    let start = SignalProducer<Int, Oops>(error: Oops()).on(starting: { starts.add(1) })
      .retry(RetryPolicy(delay: .constant(.seconds(1))), on: time).startWithFailed { _ in }
    time.advance(by: .seconds(0.5))
    start.dispose()
    time.run()
    #expect(starts.entries.count == 1)
  }

  @Test("X1: wrong policies stop the program")
  func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryPolicy<Oops>(jitter: 1.5)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("RetryPolicy: the jitter must be between 0 and 1, got 1.5"))
    await #expect(processExitsWith: .failure) { _ = RetryPolicy<Oops>(limit: -1) }
    await #expect(processExitsWith: .failure) {
      _ = RetryPolicy<Oops>(delay: .exponential(first: .seconds(1), factor: 0.5))
    }
  }

  private func policy(
    limit: Int, _ delay: RetryPolicy<TestFailure>.Delay
  ) -> RetryPolicy<TestFailure> {
    RetryPolicy(limit: limit, delay: delay)
  }

  @Test("E9: the generator of random numbers runs outside the lock") func generatorOfTheProgram() {
    let time = TestScheduler()
    let generator = CountingGenerator()
    let policy = RetryPolicy<Oops>(
      limit: 3, delay: .constant(.seconds(1)), jitter: 0.5, using: generator)
    let recorder = Recorder<Int, Oops>()
    SignalProducer<Int, Oops>(error: Oops()).retry(policy, on: time).start(recorder.observer)
    time.run()
    #expect(recorder.events == [.failed(Oops())])
    #expect(generator.draws.value == 3)
  }

  @Test("X1: the wait before a late attempt is found at once", arguments: [Duration.zero, .nanoseconds(1)])
  func lateAttempts(first: Duration) {
    let policy = RetryPolicy<Oops>(limit: .max, delay: .exponential(first: first), cap: .seconds(1))
    #expect(policy.wait(before: .max) == (first == .zero ? .zero : .seconds(1)))
    let steady = RetryPolicy<Oops>(limit: .max, delay: .exponential(first: .seconds(1), factor: 1))
    #expect(steady.wait(before: .max) == .seconds(1))
  }
}

private struct CountingGenerator: RandomNumberGenerator {
  let draws = MutableProperty(0)

  func next() -> UInt64 {
    draws.modify { $0 += 1 }
    return 0
  }
}
