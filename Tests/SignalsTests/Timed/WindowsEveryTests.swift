import Signals
import SignalsTesting
import Testing

@Suite struct WindowsEveryTests {
  @Test func makesASignalPerInterval() {
    expect(
      "--a--b---c-|", { $0.windows(every: .seconds(4), on: $1).flatMap { $0.collect() } },
      "----'[a]'---'[b]'--('[c]'|)")
  }

  @Test("T4: a value is in the window of its time, however late") func lateScheduler() {
    let (time, log) = (LeapingScheduler(), Log<String>())
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.windows(every: .seconds(4), on: time).enumerated().startWithValues { index, window in
      log.add("\(index) begins")
      window.start { log.add("\(index): \($0)") }
    }
    for second in [1, 5, 6, 17] {
      time.leap = .seconds(second)
      input.send(second)
    }
    time.base.advance(by: .zero)
    #expect(
      log.entries == [
        "0 begins", "0: next(1)", "0: completed", "1 begins", "1: next(5)", "1: next(6)", "1: completed",
        "2 begins", "2: next(17)",
      ], "those for 8 and 12 seconds are left out")
  }

  @Test func theFirstOneIsSentInAnyCase() {
    let time = TestScheduler()
    let recorder = Recorder<String, Never>(on: time)
    SignalProducer<Int, Never>.empty.windows(every: .seconds(4), on: time).map(to: "w").start(
      recorder.observer)
    time.run()
    #expect(recorder.events == [.next("w"), .completed])
  }

  @Test func failureEndsTheOpenOne() {
    expect(
      "-----b--x", { $0.windows(every: .seconds(4), on: $1).flatMap { named($0) } }, "-----b--(ex)")
  }

  @Test func interruptionEndsTheOpenOne() {
    expect("-----b--!", { $0.windows(every: .seconds(4), on: $1).flatMap { $0 } }, "-----b--!")
  }

  @Test("G1: a window that is observed goes on to its end", arguments: TestedDrive.allCases)
  func anObservedWindowGoesOn(_ drive: TestedDrive) {
    let log = Log<String>()
    let time = TestScheduler()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (SignalProducer<Int, Never>) -> Void = { $0.start { log.add("\($0)") } }
    var source: Signal<Int, Never>? = output.keeping(Probe { log.add("released") })
    let observation =
      switch drive {
      case .pushed: source!.windows(every: .seconds(2), on: time).observeValues(watch)
      case .pulled: source!.producer.windows(every: .seconds(2), on: time).startWithValues(watch)
      }
    source = nil
    time.advance(by: .seconds(1))
    input.send(1)
    time.advance(by: .zero)
    observation.dispose()
    input.send(2)
    time.run()
    input.send(3)
    #expect(log.entries == ["next(1)", "next(2)", "completed", "released"])
    #expect(time.now == .seconds(2), "the timer is cancelled")
  }

  @Test("D2: disposal by a closing window opens no other window")
  func disposalInsideAClosedWindow() {
    let time = TestScheduler()
    let windows = Log<Duration>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.windows(every: .seconds(1), on: time).attach(
      Observer(next: { window in
        windows.add(time.now)
        window.startWithCompleted { subscription.dispose() }
      }), subscription)
    time.advance(by: .seconds(5))
    input.send(1)
    #expect(windows.entries == [.zero])
  }

  @Test func disposesTheSource() {
    expectDisposal(of: "-a-b-|", { $0.windows(every: .seconds(2), on: $1).map(to: 0).prefix(1) }, at: 0)
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
