import Signals
import SignalsTesting
import Testing

@Suite struct WindowsOfCountTests {
  @Test func makesASignalOfSoMany() {
    expect("-a-b-c-|", { $0.windows(ofCount: 2).flatMap { $0.collect() } }, "---'[a, b]'---('[c]'|)")
    expect("-a-b-|", { $0.windows(ofCount: 2).flatMap { $0.collect() } }, "---'[a, b]'-|")
  }

  @Test func eachIsSentBeforeItsFirstValue() {
    expect("-a-b-c-|", { $0.windows(ofCount: 2).flatMap { $0 } }, "-a-b-c-|")
    expect("-a-b-c-|", { $0.windows(ofCount: 2).map(to: "w") }, "-w---w-|")
  }

  @Test func failureEndsTheOpenOne() {
    expect("-a-b-c-x", { $0.windows(ofCount: 2).flatMap { named($0) } }, "-a-b-c-(ex)")
  }

  @Test func interruptionEndsTheOpenOne() {
    expect("-a-b-c-!", { $0.windows(ofCount: 2).flatMap { $0 } }, "-a-b-c-!")
  }

  @Test(arguments: TestedDrive.allCases) func disposalInterruptsTheOpenOne(_ drive: TestedDrive) {
    let log = Log<String>()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (Signal<Int, Never>) -> Void = { $0.observe { log.add("\($0)") } }
    let observation =
      switch drive {
      case .pushed: output.windows(ofCount: 3).observeValues(watch)
      case .pulled: output.producer.windows(ofCount: 3).startWithValues(watch)
      }
    input.send(1)
    observation.dispose()
    input.send(2)
    #expect(log.entries == ["next(1)", "interrupted"])
  }

  @Test func disposesTheSource() { expectDisposal(of: "-a-b-|", { $0.windows(ofCount: 2).prefix(1) }, at: 1) }

  @Test("X1: a count of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(ofCount: 0)
    }
    #expect(result.message.contains("windows(ofCount:): the count must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.windows(ofCount: 2).map(to: 1) }
    checkContract { $0.windows(ofCount: 2).flatMap { $0 } }
  }
}

@Suite struct WindowsEveryTests {
  @Test func makesASignalPerInterval() {
    expect(
      "--a--b---c-|", { $0.windows(every: .seconds(4), on: $1).flatMap { $0.collect() } },
      "----'[a]'---'[b]'--('[c]'|)", only: .pulled)
  }

  @Test("S2: pushed, the first one reaches no observer") func theFirstOneOfASignalIsLost() {
    expect(
      "--a--b---c-|", { $0.windows(every: .seconds(4), on: $1).flatMap { $0.collect() } },
      "--------'[b]'--('[c]'|)", only: .pushed)
  }

  @Test func failureEndsTheOpenOne() {
    expect(
      "-----b--x", { $0.windows(every: .seconds(4), on: $1).flatMap { named($0) } }, "-----b--(ex)")
  }

  @Test func interruptionEndsTheOpenOne() {
    expect("-----b--!", { $0.windows(every: .seconds(4), on: $1).flatMap { $0 } }, "-----b--!")
  }

  @Test(arguments: TestedDrive.allCases) func disposalInterruptsTheOpenOne(_ drive: TestedDrive) {
    let log = Log<String>()
    let time = TestScheduler()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (Signal<Int, Never>) -> Void = { $0.observe { log.add("\($0)") } }
    let observation =
      switch drive {
      case .pushed: output.windows(every: .seconds(1), on: time).observeValues(watch)
      case .pulled: output.producer.windows(every: .seconds(1), on: time).startWithValues(watch)
      }
    time.advance(by: .seconds(1))
    input.send(1)
    observation.dispose()
    input.send(2)
    #expect(log.entries.suffix(2) == ["next(1)", "interrupted"])
    time.run()
    #expect(time.now == .seconds(1), "the timer is cancelled")
  }

  @Test("D2: disposal by the window that closes comes before the window that would be opened")
  func disposalInsideAClosedWindow() {
    let time = TestScheduler()
    let windows = Log<Duration>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.windows(every: .seconds(1), on: time).attach(
      Observer(next: { window in
        windows.add(time.now)
        window.observeCompleted { subscription.dispose() }
      }), subscription)
    time.advance(by: .seconds(5))
    input.send(1)
    #expect(windows.entries == [.zero])
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "-a-b-|", { $0.windows(every: .seconds(2), on: $1).prefix(1) }, at: 2, only: .pushed)
  }

  @Test("X1: an interval of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(every: .zero, on: ImmediateScheduler())
    }
    #expect(
      result.message.contains("windows(every:on:): the interval must be greater than zero, got 0.0 seconds"))
  }

  @Test func keepsTheContract() { checkContract { $0.windows(every: .seconds(2), on: $1).flatMap { $0 } } }
}

/// The values of a window, and `e` for its failure.
private func named(_ window: Signal<String, TestFailure>) -> Signal<String, TestFailure> {
  window.replaceError(with: "e").setFailureType()
}
