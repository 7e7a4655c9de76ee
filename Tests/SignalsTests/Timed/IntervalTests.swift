import Signals
import SignalsTesting
import Testing

@Suite struct IntervalTests {
  @Test func countsAtRegularTimes() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let start = SignalProducer.interval(every: .seconds(3), on: time).start(recorder.observer)
    time.advance(by: .seconds(10))
    start.dispose()
    time.advance(by: .seconds(10))
    #expect(MarbleDiagram(recorder.entries).description == "---0--1--2!")
  }

  @Test func skipsTicksThatWereMissed() {
    let time = LeapingScheduler()
    let recorder = Recorder<Int, Never>(on: time.base)
    SignalProducer.interval(every: .seconds(3), on: time).start(recorder.observer)
    time.base.advance(to: .seconds(3))
    #expect(recorder.values == [0])
    time.leap = .seconds(100)
    time.base.advance(to: .seconds(6))
    // Late by a hundred seconds: one tick for all that were missed, and the next one in step again.
    #expect(recorder.values == [0, 1])
    time.base.advance(to: .seconds(7))
    #expect(recorder.values == [0, 1])
    time.base.advance(to: .seconds(8))
    #expect(recorder.values == [0, 1, 2])
  }

  @Test func startsAreIndependent() {
    let time = TestScheduler()
    let (first, second) = (Recorder<Int, Never>(on: time), Recorder<Int, Never>(on: time))
    let producer = SignalProducer.interval(every: .seconds(2), on: time)
    producer.prefix(2).start(first.observer)
    time.advance(by: .seconds(3))
    producer.prefix(2).start(second.observer)
    time.advance(by: .seconds(9))
    #expect(MarbleDiagram(first.entries).description == "--0-(1|)")
    #expect(MarbleDiagram(second.entries).description == "-----0-(1|)")
  }

  @Test func timerSendsOnce() {
    let time = TestScheduler()
    let log = Log<String>()
    SignalProducer.timer(after: .seconds(5), on: time).start { log.add("\($0) at \(time.now)") }
    time.run()
    #expect(log.entries == ["next(()) at 5.0 seconds", "completed at 5.0 seconds"])
  }
}
