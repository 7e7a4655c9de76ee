import Signals
import SignalsTesting
import Testing

@Suite struct PrefixForTests {
  @Test func passesOnValuesForAWhile() {
    expect("--a--b--c--d--|", { $0.prefix(for: .seconds(7), on: $1) }, "--a--b-|")
    expectDisposal(of: "--a--b--c--d--|", { $0.prefix(for: .seconds(7), on: $1) }, at: 7)
  }

  @Test func mayEndBefore() { expect("--a--|", { $0.prefix(for: .seconds(7), on: $1) }, "--a--|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.prefix(for: .seconds(7), on: $1) }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.prefix(for: .seconds(7), on: $1) }, "--a--!") }

  @Test func theEndCancelsTheTimer() {
    let time = TestScheduler()
    SignalProducer<Int, Never>(value: 1).prefix(for: .seconds(5), on: time).start()
    time.run()
    #expect(time.now == .zero)
  }

  @Test("B2: the end is not held back by a pause") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(1...6).prefix(for: .seconds(5), on: time)
      .on(next: { if $0 == 3 { subscription.pause() } }).attach(recorder.observer, subscription)
    time.advance(by: .seconds(5))
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("X1: a negative interval stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.prefix(for: .seconds(-1), on: ImmediateScheduler())
    }
    #expect(result.message.contains("prefix(for:on:): the interval must not be negative, got -1.0 seconds"))
  }

  @Test func keepsTheContract() { checkContract { $0.prefix(for: .seconds(2), on: $1) } }
}
