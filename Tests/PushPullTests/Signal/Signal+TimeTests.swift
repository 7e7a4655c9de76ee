import PushPull
import SignalsTesting
import TestSupport
import Testing

@Suite struct SignalTimeTests {
  /// Sends a in second 1, b in second 2, a failure in second 4, c in second 9, and looks on until second 20.
  private func says(_ make: (Signal<String>, TestScheduler) -> Signal<String>) -> [String] {
    let (trace, time) = (Trace(), TestScheduler())
    let source = Signal<String>()
    make(source, time).subscribe { trace.add("\(time.now.components.seconds) \($0)") }
    time.schedule(at: .seconds(1)) { source.sendNext("a") }
    time.schedule(at: .seconds(2)) { source.sendNext("b") }
    time.schedule(at: .seconds(4)) { source.sendFailed(Oops()) }
    time.schedule(at: .seconds(9)) { source.sendNext("c") }
    time.advance(to: .seconds(20))
    return trace.lines
  }

  private let failed = "failed(Oops(code: 0))"

  @Test func delayShiftsAllEvents() {
    let delayed = says { $0.delay(.seconds(3), on: $1) }
    #expect(delayed == ["4 next(a)", "5 next(b)", "7 \(failed)", "12 next(c)"])
  }

  @Test func debounceWaitsForQuiet() {
    let quiet = says { $0.debounce(for: .milliseconds(1500), on: $1) }
    #expect(quiet == ["3 next(b)", "5 \(failed)", "10 next(c)"])
  }

  @Test func throttlePassesOnOnePerInterval() {
    let rare = says { $0.throttle(for: .seconds(2), on: $1) }
    #expect(rare == ["1 next(a)", "3 next(b)", "5 \(failed)", "9 next(c)"])
  }

  @Test func timeoutFailsWheneverItIsQuietForTooLong() {
    let impatient = says { $0.timeout(.seconds(3), failingWith: Oops(code: 1), on: $1) }
    let late = "failed(Oops(code: 1))"
    #expect(
      impatient == ["1 next(a)", "2 next(b)", "4 \(failed)", "7 \(late)", "9 next(c)", "12 \(late)"])
  }

  @Test func timeoutCountsFromTheBeginning() {
    let (trace, time) = (Trace(), TestScheduler())
    let silent = Signal<Int>()
    silent.timeout(.seconds(3), failingWith: Oops(), on: time).subscribe { trace.add($0) }
    time.advance(by: .seconds(2))
    #expect(trace.lines == [])
    time.advance(by: .seconds(1))
    #expect(trace.lines == [failed])
    time.advance(by: .seconds(10))
    #expect(trace.lines == [failed])
    withExtendedLifetime(silent) {}
  }

  @Test func aReleasedSignalIsNotLate() {
    let (trace, time) = (Trace(), TestScheduler())
    var source: Signal<Int>? = Signal()
    let impatient = source!.timeout(.seconds(3), failingWith: Oops(), on: time)
    impatient.subscribe { trace.add($0) }
    source?.sendNext(1)
    source = nil
    time.run()
    #expect(trace.lines == ["next(1)"])
  }

  @Test func whatWasSentBeforeTheReleaseIsStillOnItsWay() {
    let (trace, time) = (Trace(), TestScheduler())
    var source: Signal<Int>? = Signal()
    source?.delay(.seconds(3), on: time).subscribe { trace.add("delayed \($0)") }
    source?.debounce(for: .seconds(3), on: time).subscribe { trace.add("debounced \($0)") }
    source?.throttle(for: .seconds(3), on: time).subscribe { trace.add("throttled \($0)") }
    source?.on(time).subscribe { trace.add("delivered \($0)") }
    source?.sendNext(1)
    source?.sendNext(2)
    source = nil
    time.run()
    #expect(
      trace.lines == [
        "throttled next(1)", "throttled next(2)", "delivered next(1)", "delivered next(2)",
        "debounced next(2)", "delayed next(1)", "delayed next(2)",
      ])
  }

  @Test func onDeliversOnTheScheduler() {
    let (trace, time) = (Trace(), TestScheduler())
    let source = Signal(value: 1)
    source.on(time).subscribe { trace.add($0) }
    source.sendNext(2)
    source.sendFailed(Oops())
    #expect(trace.lines == [])
    time.run()
    #expect(trace.lines == ["next(1)", "next(2)", failed])
  }

  @Test(arguments: Duration.farTooLong) func whatIsTooFarAwayNeverComes(_ long: Duration) {
    #expect(says { $0.delay(long, on: $1) } == [])
    #expect(says { $0.debounce(for: long, on: $1) } == [])
    #expect(says { $0.throttle(for: long, on: $1) } == ["1 next(a)"])
    let patient = says { $0.timeout(long, failingWith: Oops(code: 1), on: $1) }
    #expect(patient == ["1 next(a)", "2 next(b)", "4 \(failed)", "9 next(c)"])
  }

  @Test func lateSubscribersGetTheLatestEventWhereTheySubscribe() {
    let (trace, time) = (Trace(), TestScheduler())
    let moved = Signal(value: 1).on(time)
    time.run()
    moved.subscribe { trace.add($0) }
    #expect(trace.lines == ["next(1)"])
  }

  @Test("X1: A negative interval stops the program")
  func negativeIntervals() async {
    await #expect(processExitsWith: .failure) { _ = Signal<Int>().delay(.seconds(-1), on: TestScheduler()) }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int>().debounce(for: .seconds(-1), on: TestScheduler())
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int>().throttle(for: .seconds(-1), on: TestScheduler())
    }
  }

  @Test("X1: The message names the operator and the rule")
  func message() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int>().timeout(.seconds(-1), failingWith: Oops(), on: TestScheduler())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("timeout(_:failingWith:on:): the interval must not be negative"))
  }
}
