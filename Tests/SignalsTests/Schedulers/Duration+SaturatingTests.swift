import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct DurationSaturatingTests {
  @Test func addsLikeAPlus() {
    #expect(Duration.seconds(2).saturatingAdding(.milliseconds(3)) == .milliseconds(2003))
    #expect(Duration.seconds(2).saturatingAdding(.seconds(-3)) == .seconds(-1))
    #expect(Duration.zero.saturatingAdding(.never - .nanoseconds(1)) == .never - .nanoseconds(1))
  }

  @Test func whatCannotBeRepresentedIsNever() {
    let longest = Duration.seconds(1.7e20)
    for sum in [
      Duration.zero.saturatingAdding(.never), .never.saturatingAdding(.zero), .never.saturatingAdding(.never),
      longest.saturatingAdding(longest), Duration.seconds(1).saturatingAdding(longest),
    ] {
      #expect(sum == .never)
    }
    let longestAgo = Duration.zero - longest
    #expect(longestAgo.saturatingAdding(longestAgo) == .zero - .never)
  }

  // MARK: Schedulers

  @Test(arguments: TimedOperator.all, Duration.farTooLong)
  func waitsForEverInVirtualTime(_ timed: TimedOperator, _ duration: Duration) {
    let time = TestScheduler()
    time.advance(by: .seconds(1))
    let recorder = Recorder<String, TimedOperator.Failure>(on: time)
    let start = timed.stream(duration, time).start(recorder.observer)
    // A retry waits for a hundred years at most.
    time.advance(by: .seconds(1_000_000))
    #expect(recorder.values == timed.valuesBefore)
    time.run()
    time.advance(by: .seconds(Int64.max))
    time.advance(by: .seconds(Int64.max))
    if !timed.description.hasPrefix("retry") { #expect(recorder.values == timed.valuesBefore) }
    start.dispose()
  }

  @Test func aTestClockGoesOnAtItsEnd() {
    let time = TestScheduler()
    let log = Log<String>()
    time.schedule(after: .seconds(Int64.max)) { log.add("never") }
    time.schedule(at: .seconds(1.5e20)) { log.add("never") }
    time.advance(by: .seconds(1.5e20))
    time.advance(to: .seconds(Int64.max))
    #expect(time.now < .never)
    time.schedule { log.add("now") }
    time.schedule(after: .seconds(Int64.min)) { log.add("before") }
    time.run()
    #expect(log.entries == ["now", "before"])
  }

  @Test(arguments: TimedOperator.all, Duration.farTooLong)
  func waitsForEverOnClocks(_ timed: TimedOperator, _ duration: Duration) async {
    let core: [any Scheduler] = [
      ClockScheduler(), ClockScheduler(clock: SuspendingClock(), tolerance: duration), MainActorScheduler(),
    ]
    for scheduler in core {
      let recorder = Recorder<String, TimedOperator.Failure>()
      let start = timed.stream(duration, scheduler).start(recorder.observer)
      // By then the scheduler has requested a wake-up of the system; that is where a clock stops the program.
      await withCheckedContinuation { continuation in
        scheduler.schedule(after: .milliseconds(5)) { scheduler.schedule { continuation.resume() } }
      }
      #expect(recorder.values == timed.valuesBefore)
      start.dispose()
    }
  }

  @Test(arguments: TimedOperator.all, Duration.farTooLong)
  func runsAtOnceWithoutAClock(_ timed: TimedOperator, _ duration: Duration) {
    // Without a clock, what repeats would do so for ever; but for a few ticks.
    if timed.isPeriodic, timed.description != "interval" { return }
    let recorder = Recorder<String, TimedOperator.Failure>()
    timed.stream(duration, ImmediateScheduler()).prefix(100).start(recorder.observer).dispose()
    #expect(recorder.hasEnded)
  }

  @Test func whatShouldHaveRunLongAgoRunsAtOnce() async {
    for scheduler in [ClockScheduler(), ClockScheduler(clock: SuspendingClock())] {
      for long in Duration.farTooLong {
        await withCheckedContinuation { continuation in
          scheduler.schedule(at: .zero - long) { continuation.resume() }
        }
        await withCheckedContinuation { continuation in
          scheduler.schedule(after: .zero - long) { continuation.resume() }
        }
      }
    }
  }

  @Test("X1: a negative tolerance stops") func negativeTolerance() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ClockScheduler(clock: ContinuousClock(), tolerance: .seconds(-1))
    }
    #expect(
      result.message.contains(
        "ClockScheduler(clock:tolerance:): the tolerance must not be negative, got -1.0 seconds"))
  }
}
