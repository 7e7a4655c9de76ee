import Signals
import SignalsTesting
import Testing

@Suite struct DelayTests {
  @Test func shiftsValuesAndCompletion() {
    expect("--a--b--|", { $0.delay(.seconds(2), on: $1) }, "----a--b--|")
  }

  @Test func keepsTheOrderWithinAnInstant() {
    expect("--(abc|)", { $0.delay(.seconds(1), on: $1) }, "---(abc|)")
  }

  @Test("E2: a failure passes at once and drops what is on its way") func failsAtOnce() {
    expect("--a--bx", { $0.delay(.seconds(2), on: $1) }, "----a-x")
    expect("--a---(bx)", { $0.delay(.zero, on: $1) }, "--a---x")
  }

  @Test("E4: so does an interruption") func isInterruptedAtOnce() {
    expect("--a--b!", { $0.delay(.seconds(2), on: $1) }, "----a-!")
  }

  @Test func disposalDropsWhatIsOnItsWay() {
    expect("--a-b-|", { $0.delay(.seconds(2), on: $1) }, "----a$")
  }

  @Test func letsGoOfTheSourceWhenThatEnds() {
    expectDisposal(of: "--a--|", { $0.delay(.seconds(2), on: $1) }, at: 5)
    expectDisposal(of: "--a--b--|", { $0.delay(.seconds(2), on: $1).prefix(1) }, at: 4)
  }

  @Test func disposalCancelsTheTimers() {
    let time = TestScheduler()
    SignalProducer<Int, Never>([1, 2]).delay(.seconds(5), on: time).start().dispose()
    time.run()
    #expect(time.now == .zero)
  }

  @Test func keepsTheContract() {
    checkContract { $0.delay(.seconds(2), on: $1) }
    checkContract { $0.delay(.zero, on: $1) }
  }
}
