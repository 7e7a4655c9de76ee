import Signals
import Testing

@Suite struct LoopSchedulerTests {
  private let log = Log<String>()

  @Test func runsWhatIsDueByTimeThenByArrival() {
    let loop = LoopScheduler()
    for (name, time) in [("c", 30), ("a", 10), ("b", 20), ("a2", 10), ("later", 31)] {
      loop.schedule(at: .milliseconds(time)) { [log] in log.add("\(name) at \(loop.now)") }
    }
    #expect(log.entries == [])
    loop.advance(to: .milliseconds(30))
    // The clock of the program shows one time for all of them.
    #expect(log.entries == ["a", "a2", "b", "c"].map { "\($0) at 0.03 seconds" })
  }

  @Test func whatAnActionSchedulesForNowWaitsForTheNextCall() {
    let loop = LoopScheduler()
    @Sendable func again(_ number: Int) {
      log.add("\(number)")
      loop.schedule { again(number + 1) }
    }
    loop.schedule { again(1) }
    loop.advance(to: .seconds(1))
    #expect(log.entries == ["1"])
    #expect(loop.nextTime == .seconds(1))
    loop.advance(to: .seconds(1))
    #expect(log.entries == ["1", "2"])
  }

  @Test func saysUntilWhenTheProgramCanSleep() {
    let loop = LoopScheduler()
    #expect(loop.nextTime == nil)
    loop.schedule(at: .seconds(5)) {}
    let earlier = loop.schedule(at: .seconds(3)) {}
    #expect(loop.nextTime == .seconds(3))
    earlier.dispose()
    loop.advance(to: .seconds(3))
    #expect(loop.nextTime == .seconds(5))
    loop.advance(to: .seconds(5))
    #expect(loop.nextTime == nil)
  }

  @Test func timeNeverGoesBack() {
    let loop = LoopScheduler()
    loop.advance(to: .seconds(3))
    loop.advance(to: .seconds(2))
    #expect(loop.now == .seconds(3))
  }

  @Test func whatIsCancelledByAnActionBeforeItDoesNotRun() {
    let loop = LoopScheduler()
    let second = SerialDisposable()
    loop.schedule(at: .seconds(1)) { [log] in
      log.add("first")
      second.dispose()
    }
    second.inner = loop.schedule(at: .seconds(1)) { [log] in log.add("second") }
    loop.advance(to: .seconds(1))
    #expect(log.entries == ["first"])
  }

  @Test func drivesTimedOperators() {
    let loop = LoopScheduler()
    let (button, press) = Signal<String, Never>.pipe()
    button.debounce(for: .milliseconds(20), on: loop).observeValues { [log] in log.add($0) }
    for (time, value) in [(0, "a"), (10, "b"), (15, "c"), (60, "d")] {
      loop.advance(to: .milliseconds(time))
      press.send(value)
    }
    loop.advance(to: .milliseconds(79))
    #expect(log.entries == ["c"])
    loop.advance(to: .milliseconds(80))
    #expect(log.entries == ["c", "d"])
  }

  @Test func whatWaitsIsReleasedWithTheScheduler() {
    weak var captured: Log<Int>?
    do {
      let loop = LoopScheduler()
      let held = Log<Int>()
      captured = held
      loop.schedule(at: .seconds(1)) { held.add(1) }
      #expect(captured != nil)
    }
    #expect(captured == nil)
  }
}
