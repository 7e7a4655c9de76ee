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

  @Test("B2: a pause does not reach the timers") func pausesNoTimer() {
    let scheduler = PauseCountingScheduler()
    let start = SignalProducer<Int, Never>([1, 2]).delay(.seconds(5), on: scheduler).start()
    start.pause()
    start.resume()
    #expect(scheduler.timers.value == 3)
    #expect(scheduler.pauses.value == 0)
  }

  @Test func keepsTheContract() {
    checkContract { $0.delay(.seconds(2), on: $1) }
    checkContract { $0.delay(.zero, on: $1) }
  }
}

/// Runs nothing, and counts its timers and the pauses that reach them.
private final class PauseCountingScheduler: Scheduler {
  private final class Timer: Disposable {
    let pauses: Tally

    init(pauses: Tally) { self.pauses = pauses }

    var isDisposed: Bool { false }
    func dispose() {}
    func pause() { pauses.add(1) }
    func resume() { pauses.add(1) }
  }

  let (timers, pauses) = (Tally(), Tally())
  let now = Duration.zero

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { schedule(at: now, action) }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    timers.add(1)
    return Timer(pauses: pauses)
  }
}
