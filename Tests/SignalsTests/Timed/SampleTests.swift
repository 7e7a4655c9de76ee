import Signals
import SignalsTesting
import Testing

@Suite struct SampleTests {
  @Test func passesOnTheNewestRegularly() {
    expect("--a-b-c----------d-|", { $0.sample(every: .seconds(5), on: $1) }, "-----b----c--------|")
  }

  @Test func forwardsFailure() {
    expect("--a-x", { $0.sample(every: .seconds(5), on: $1) }, "----x")
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
}
