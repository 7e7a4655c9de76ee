import Signals
import SignalsTesting
import Testing

@Suite struct DebounceTests {
  @Test func passesOnAValueAfterAPause() {
    expect("--a-b-c-------d----|", { $0.debounce(for: .seconds(3), on: $1) }, "---------c-------d-|")
  }

  @Test func completionFlushesTheWaitingValue() {
    expect("--a--b|", { $0.debounce(for: .seconds(3), on: $1) }, "------(b|)")
    expect("--a------|", { $0.debounce(for: .seconds(3), on: $1) }, "-----a---|")
  }

  @Test func completionMayDropTheWaitingValue() {
    expect("--ab|", { $0.debounce(for: .seconds(3), on: $1, onCompletion: .drop) }, "----|")
  }

  @Test("E2: a failure passes at once and drops the waiting value") func failsAtOnce() {
    expect("--a-x", { $0.debounce(for: .seconds(3), on: $1) }, "----x")
  }

  @Test("E4: so does an interruption") func isInterruptedAtOnce() {
    expect("--a-!", { $0.debounce(for: .seconds(3), on: $1) }, "----!")
  }

  @Test func zeroPassesOnTheLastValueOfAnInstant() {
    expect("--(abc)--d-|", { $0.debounce(for: .zero, on: $1) }, "--c--d-|")
  }

  @Test func optionalValuesCount() {
    let time = TestScheduler()
    let recorder = Recorder<Int?, Never>(on: time)
    let (output, input) = Signal<Int?, Never>.pipe()
    output.debounce(for: .seconds(1), on: time).observe(recorder.observer)
    input.send(nil)
    time.run()
    #expect(recorder.events == [.next(nil)])
  }

  @Test func disposalDropsTheWaitingValue() {
    expect("--a-----|", { $0.debounce(for: .seconds(3), on: $1) }, "---$")
    let time = TestScheduler()
    SignalProducer<Int, Never>(value: 1).append(SignalProducer<Int, Never>.never)
      .debounce(for: .seconds(5), on: time).start().dispose()
    time.run()
    #expect(time.now == .zero, "the timer is cancelled")
  }

  @Test func letsGoOfTheSourceWhenThatEnds() {
    expectDisposal(of: "--a--|", { $0.debounce(for: .seconds(3), on: $1) }, at: 5)
  }

  @Test func keepsTheContract() {
    checkContract { $0.debounce(for: .seconds(2), on: $1) }
    checkContract { $0.debounce(for: .zero, on: $1) }
  }

  @Test("B1: in a pause one value waits") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.debounce(for: .seconds(1), on: time).start(recorder.observer)
    start.pause()
    for number in 0..<100 {
      input.send(number)
      time.advance(by: .seconds(2))
    }
    start.resume()
    time.run()
    #expect(recorder.values == [99])
    start.pause()
    input.send(100)
    time.advance(by: .seconds(2))
    input.send(101)
    start.resume()
    time.advance(by: .zero)
    #expect(recorder.values == [99], "the newest value is not old enough")
    time.run()
    #expect(recorder.values == [99, 101])
    start.pause()
    input.send(102)
    time.advance(by: .seconds(2))
    input.complete()
    start.resume()
    time.run()
    #expect(recorder.events.suffix(2) == [.next(102), .completed])
  }

  @Test("E9: what comes after a disposal is released outside locks")
  func releasesOutsideTheLock() {
    disposeInsideAValue { $0.debounce(for: .seconds(1), on: $1) }
  }
}
