import Signals
import SignalsTesting
import Testing

@Suite struct DropForTests {
  @Test func leavesOutValuesForAWhile() {
    expect("--a--b--c--d--|", { $0.drop(for: .seconds(7), on: $1) }, "--------c--d--|")
  }

  @Test func mayEndBefore() { expect("--a--|", { $0.drop(for: .seconds(7), on: $1) }, "-----|") }

  @Test func forwardsFailure() { expect("--a--x", { $0.drop(for: .seconds(1), on: $1) }, "--a--x") }

  @Test func forwardsInterruption() { expect("--a--!", { $0.drop(for: .seconds(3), on: $1) }, "-----!") }

  @Test func disposesTheSource() {
    expectDisposal(of: "--a--b--|", { $0.drop(for: .seconds(3), on: $1).prefix(1) }, at: 5)
  }

  @Test func disposalCancelsTheTimer() {
    let time = TestScheduler()
    SignalProducer<Int, Never>.never.drop(for: .seconds(5), on: time).start().dispose()
    time.run()
    #expect(time.now == .zero)
  }

  @Test("A pause does not prolong the time") func pause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>()
    let subscription = Subscription()
    subscription.pause()
    SignalProducer<Int, Never>(1...3).drop(for: .seconds(5), on: time).attach(recorder.observer, subscription)
    time.advance(by: .seconds(9))
    subscription.resume()
    time.run()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("X1: a negative interval stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.drop(for: .seconds(-1), on: ImmediateScheduler())
    }
    #expect(result.message.contains("drop(for:on:): the interval must not be negative, got -1.0 seconds"))
  }

  @Test func keepsTheContract() { checkContract { $0.drop(for: .seconds(2), on: $1) } }
}
