import Signals
import SignalsTesting
import Testing

@Suite struct SampleTests {
  @Test func passesOnTheNewestRegularly() {
    expect("--a-b-c----------d-|", { $0.sample(every: .seconds(5), on: $1) }, "-----b----c--------(d|)")
  }

  @Test func sendsWhatWaitsAtCompletion() {
    expect("--a-b|", { $0.sample(every: .seconds(9), on: $1) }, "-----(b|)")
    expect("--a----|", { $0.sample(every: .seconds(5), on: $1) }, "-----a-|")
    expect("-------|", { $0.sample(every: .seconds(5), on: $1) }, "-------|")
  }

  @Test func forwardsFailure() {
    expect("--a-x", { $0.sample(every: .seconds(5), on: $1) }, "----x")
    expect("--a-!", { $0.sample(every: .seconds(5), on: $1) }, "----!")
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "--a-b-c--d--|", { $0.sample(every: .seconds(5), on: $1).prefix(1) }, at: 5)
  }

  @Test func keepsTheContract() { checkContract { $0.sample(every: .seconds(2), on: $1) } }

  @Test("B1: in a pause one value waits") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.sample(every: .seconds(1), on: time).start(recorder.observer)
    start.pause()
    for number in 0..<100 {
      input.send(number)
      time.advance(by: .seconds(2))
    }
    start.resume()
    time.advance(by: .seconds(2))
    #expect(recorder.values == [99])
    start.dispose()
  }

  @Test("B2: what is sent at completion waits through a pause") func completionInAPause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>(on: time)
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.sample(every: .seconds(1), on: time).start(recorder.observer)
    start.pause()
    for number in 1...3 { input.send(number) }
    input.complete()
    time.run()
    #expect(recorder.events.isEmpty)
    start.resume()
    time.run()
    #expect(recorder.events == [.next(3), .completed])
  }
}
