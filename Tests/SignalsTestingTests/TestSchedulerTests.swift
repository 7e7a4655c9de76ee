import Signals
import SignalsTesting
import Testing

@Suite struct TestSchedulerTests {
  let time = TestScheduler()
  let log = Recorder<String, Never>()

  func note(_ text: String, at seconds: Int) {
    time.schedule(at: .seconds(seconds)) { [log] in log.observer.send(text) }
  }

  @Test func nothingHappensByItself() {
    note("a", at: 0)
    time.schedule { [log] in log.observer.send("b") }
    #expect(log.values.isEmpty)
    time.advance(by: .zero)
    #expect(log.values == ["a", "b"])
  }

  @Test func runsByTimeAndThenByArrival() {
    note("late", at: 2)
    note("first", at: 1)
    note("second", at: 1)
    time.run()
    #expect(log.values == ["first", "second", "late"])
    #expect(time.now == .seconds(2))
  }

  @Test func advancesToAndIncludingTheLastMoment() {
    for second in 1...4 { note("\(second)", at: second) }
    time.advance(by: .seconds(2))
    #expect(log.values == ["1", "2"])
    time.advance(to: .milliseconds(3_500))
    #expect(log.values == ["1", "2", "3"])
    #expect(time.now == .milliseconds(3_500))
  }

  @Test func showsTheTimeOfTheActionThatRuns() {
    for second in [1, 3] {
      time.schedule(at: .seconds(second)) { [time, log] in log.observer.send("\(time.now)") }
    }
    time.advance(by: .seconds(5))
    #expect(log.values == ["1.0 seconds", "3.0 seconds"])
    #expect(time.now == .seconds(5))
  }

  @Test func honoursWhatActionsSchedule() {
    time.schedule(at: .seconds(1)) { [time, log] in
      time.schedule { log.observer.send("at once") }
      time.schedule(after: .seconds(1)) { log.observer.send("later") }
      time.schedule(at: .zero) { log.observer.send("overdue, at \(time.now)") }
    }
    note("same time, but there before", at: 1)
    time.advance(to: .seconds(2))
    #expect(
      log.values == ["same time, but there before", "at once", "overdue, at 1.0 seconds", "later"])
  }

  @Test func whoLetsGoOfAClockLetsGoOfWhatWaits() {
    final class Probe: Sendable {}
    weak var probe: Probe?
    do {
      let made = Probe()
      probe = made
      let time = TestScheduler()
      time.schedule(after: .seconds(1)) { withExtendedLifetime(made) {} }
    }
    #expect(probe == nil)
  }

  @Test func cancelledActionsLeaveNoTrace() {
    note("a", at: 1)
    time.schedule(at: .seconds(9)) { [log] in log.observer.send("b") }.dispose()
    time.run()
    #expect(log.values == ["a"])
    #expect(time.now == .seconds(1))
  }

  @Test func stopsEndlessTimers() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let time = TestScheduler(limit: 100)
      repeatEverySecond(on: time)
      time.run()
    }
    #expect(result?.standardError.contains("100 actions ran in one go") == true)
  }

  @Test func actionsCannotMoveTheirOwnClock() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let time = TestScheduler()
      time.schedule { time.advance(by: .seconds(1)) }
      time.run()
    }
    #expect(result?.standardError.contains("an action cannot move its own clock") == true)
  }

  @Test func timeCannotGoBack() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let time = TestScheduler()
      time.advance(to: .seconds(2))
      time.advance(to: .seconds(1))
    }
    #expect(
      result?.standardError.contains("advance(to:): the time must not have passed, got 1.0 seconds")
        == true)
  }
}

private func repeatEverySecond(on time: TestScheduler) {
  time.schedule(after: .seconds(1)) { repeatEverySecond(on: time) }
}

extension ExitTest.Result {
  var standardError: String { String(decoding: standardErrorContent, as: UTF8.self) }
}
