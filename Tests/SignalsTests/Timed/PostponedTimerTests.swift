import Signals
import SignalsTesting
import TestSupport
import Testing

/// One timer for a moment that moves: in `debounce` and `timeout`.
@Suite struct PostponedTimerTests {
  @Test func debounceSetsOneTimerForManyValues() {
    let scheduler = CountingScheduler()
    let recorder = Recorder<Int, Never>(on: scheduler.time)
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.debounce(for: .seconds(10), on: scheduler).observe(recorder.observer)
    for second in 0..<9 {
      for number in 0..<100 { input.send(100 * second + number) }
      scheduler.time.advance(by: .seconds(1))
    }
    #expect(scheduler.jobs.entries == [.seconds(10)])
    scheduler.time.advance(to: .seconds(17))
    #expect(recorder.values.isEmpty)
    scheduler.time.advance(to: .seconds(18))
    #expect(recorder.values == [899])
    #expect(scheduler.jobs.entries == [.seconds(10), .seconds(18)])
  }

  @Test func timeoutBetweenValuesSetsOneTimerForManyValues() {
    let scheduler = CountingScheduler()
    let recorder = Recorder<Int, Oops>(on: scheduler.time)
    let (signal, input) = Signal<Int, Oops>.pipe()
    signal.timeout(.betweenValues, .seconds(10), failingWith: Oops(), on: scheduler)
      .observe(recorder.observer)
    for second in 0..<9 {
      for number in 0..<100 { input.send(100 * second + number) }
      scheduler.time.advance(by: .seconds(1))
    }
    #expect(scheduler.jobs.entries == [.seconds(10)])
    scheduler.time.advance(to: .seconds(17))
    #expect(recorder.events.count == 900)
    scheduler.time.advance(to: .seconds(18))
    #expect(recorder.events.last == .failed(Oops()))
    #expect(scheduler.jobs.entries == [.seconds(10), .seconds(18)])
  }

  @Test("B2: a pause leaves the time that was left") func timeoutAfterAPause() {
    let scheduler = CountingScheduler()
    let recorder = Recorder<Int, Oops>(on: scheduler.time)
    let (signal, input) = Signal<Int, Oops>.pipe()
    let start = signal.producer.timeout(.betweenValues, .seconds(10), failingWith: Oops(), on: scheduler)
      .start(recorder.observer)
    scheduler.time.advance(to: .seconds(8))
    input.send(1)
    scheduler.time.advance(to: .seconds(9))
    start.pause()
    scheduler.time.advance(to: .seconds(30))
    start.resume()
    scheduler.time.advance(to: .seconds(38))
    #expect(recorder.events == [.next(1)])
    scheduler.time.advance(to: .seconds(39))
    #expect(recorder.events == [.next(1), .failed(Oops())])
  }

  @Test("Timers on another thread lose no value") func timersOnAnotherThread() async throws {
    let scheduler = ClockScheduler()
    for _ in 0..<rounds(400) {
      let passed = Log<Int>()
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.debounce(for: .microseconds(20), on: scheduler).observeValues(passed.add)
      // The timers of the first values fire while others come.
      for number in 0..<200 { input.send(number) }
      #expect(try await eventually { passed.entries.last == 199 })
    }
  }
}
