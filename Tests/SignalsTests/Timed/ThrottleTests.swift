import Signals
import SignalsTesting
import Testing

@Suite struct ThrottleTests {
  @Test func passesOnOneValuePerInterval() {
    expect("--a-b-c-------d--|", { $0.throttle(for: .seconds(4), on: $1) }, "--a---c-------d--|")
  }

  @Test func aTrailingValueBeginsAnInterval() {
    expect("a-b---c-----|", { $0.throttle(for: .seconds(4), on: $1) }, "a---b---c---|")
  }

  @Test func leadingOnly() {
    expect(
      "a-b---c-----|", { $0.throttle(for: .seconds(4), trailing: false, on: $1) }, "a-----c-----|")
  }

  @Test func trailingOnly() {
    expect(
      "a-b------c--------|", { $0.throttle(for: .seconds(4), leading: false, on: $1) },
      "----b--------c----|")
  }

  @Test func flushesAtCompletion() {
    expect("a-b|", { $0.throttle(for: .seconds(4), on: $1) }, "a--(b|)")
    expect("a-b|", { $0.throttle(for: .seconds(4), trailing: false, on: $1) }, "a--|")
  }

  @Test func dropsAtFailureAndInterruption() {
    expect("a-bx", { $0.throttle(for: .seconds(4), on: $1) }, "a--x")
    expect("a-b!", { $0.throttle(for: .seconds(4), on: $1) }, "a--!")
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "a-b-c-d-|", { $0.throttle(for: .seconds(4), on: $1).prefix(2) }, at: 4)
  }

  @Test("X1: a negative interval or no edge at all stops the program")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.throttle(for: .seconds(-1), on: ImmediateScheduler())
    }
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.throttle(
        for: .seconds(1), leading: false, trailing: false, on: ImmediateScheduler())
    }
  }

  @Test func keepsTheContract() {
    checkContract { $0.throttle(for: .seconds(2), on: $1) }
    checkContract { $0.throttle(for: .seconds(2), leading: false, on: $1) }
  }

  @Test("A timer that fires while it is set is no exception") func hastyTimer() {
    let scheduler = HastyScheduler()
    let recorder = Recorder<Int, Never>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.throttle(for: .seconds(1), leading: false, on: scheduler).observe(recorder.observer)
    input.send(1)
    #expect(recorder.values == [1])
    input.send(2)
    scheduler.run(at: .seconds(2))
    #expect(recorder.values == [1, 2], "the timer of the second interval was not cancelled by the first")
  }

  @Test("B1: in a pause one value waits", arguments: [(true, true), (true, false), (false, true)])
  func pause(leading: Bool, trailing: Bool) {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer
      .throttle(for: .seconds(2), leading: leading, trailing: trailing, on: time).start(recorder.observer)
    start.pause()
    for number in 0..<100 {
      input.send(number)
      time.advance(by: .seconds(1))
    }
    time.advance(by: .seconds(10))
    #expect(recorder.values == [])
    start.resume()
    time.run()
    #expect(recorder.values == [99])
    input.send(100)
    time.run()
    #expect(recorder.values == [99, 100])
  }

  @Test("B1: a pause within an interval") func pauseWithinAnInterval() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.throttle(for: .seconds(4), on: time).start(recorder.observer)
    input.send(1)
    input.send(2)
    time.advance(by: .seconds(1))
    start.pause()
    time.advance(by: .seconds(1))
    start.resume()
    time.advance(by: .seconds(1))
    #expect(recorder.values == [1])
    start.pause()
    time.advance(by: .seconds(3))
    input.send(3)
    input.send(4)
    start.resume()
    time.advance(by: .zero)
    #expect(recorder.values == [1, 4])
    input.send(5)
    time.advance(by: .seconds(3))
    #expect(recorder.values == [1, 4])
    time.run()
    #expect(recorder.values == [1, 4, 5])
  }
}
