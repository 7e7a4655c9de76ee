import Signals
import SignalsTesting
import Testing

@Suite struct WindowsOrCountTests {
  @Test func endWithTheIntervalOrTheCount() {
    expect(
      "--a-b-c-------d--|",
      { $0.windows(every: .seconds(6), orCount: 2, on: $1).flatMap { $0.collect() } },
      "----'[a, b]'-----'[c]'-----'[d]'('[]'|)")
  }

  @Test func theIntervalBeginsWithTheWindow() {
    expect(
      "---a--b----c-|", { $0.windows(every: .seconds(5), orCount: 1, on: $1).map(to: "w") },
      "w--w--w----(ww)-|")
  }

  @Test("T4: no value is lost where the scheduler is late", arguments: [1, 3, 100])
  func lateScheduler(count: Int) {
    let (time, got, slow) = (LeapingScheduler(), Log<Int>(), Log<Void>())
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.windows(every: .seconds(2), orCount: count, on: time)
      .on(next: { _ in
        slow.add(())
        if slow.entries.count <= 20 { time.leap += .seconds(3) }
      })
      .flatten().startWithValues { got.add($0) }
    time.base.advance(by: .zero)
    for number in 0..<40 {
      input.send(number)
      if number % 3 == 0 { time.leap += .seconds(number % 5) }
      if number % 4 == 0 { time.base.advance(by: .seconds(number % 3)) }
    }
    input.complete()
    time.base.advance(by: .zero)
    #expect(got.entries == Array(0..<40))
  }

  @Test("B2: in a pause the window ends, and none begins") func pause() {
    let (time, log) = (TestScheduler(), Log<String>())
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.windows(every: .seconds(4), orCount: 2, on: time).enumerated()
      .startWithValues { index, window in
        log.add("\(index) begins at \(Int(time.now / .seconds(1)))")
        window.start { log.add("\(index): \($0) at \(Int(time.now / .seconds(1)))") }
      }
    time.advance(by: .seconds(1))
    start.pause()
    time.advance(by: .seconds(12))
    #expect(log.entries == ["0 begins at 0", "0: completed at 4"])
    input.send(1)
    start.resume()
    time.advance(by: .zero)
    #expect(log.entries.dropFirst(2) == ["1 begins at 13", "1: next(1) at 13"])
    time.advance(by: .seconds(4))
    #expect(log.entries.dropFirst(4) == ["1: completed at 17", "2 begins at 17"])
  }

  @Test func failureEndsTheOpenOne() {
    expect(
      "-----b--x", { $0.windows(every: .seconds(4), orCount: 3, on: $1).flatMap { named($0) } },
      "-----b--(ex)")
  }

  @Test func interruptionEndsTheOpenOne() {
    expect("-----b--!", { $0.windows(every: .seconds(4), orCount: 3, on: $1).flatMap { $0 } }, "-----b--!")
  }

  @Test("G1: windows that are observed go on to their ends", arguments: TestedDrive.allCases)
  func observedWindowsGoOn(_ drive: TestedDrive) {
    let log = Log<String>()
    let time = TestScheduler()
    let (output, input) = Signal<Int, Never>.pipe()
    let watch: @Sendable (SignalProducer<Int, Never>) -> Void = { $0.start { log.add("\($0)") } }
    var source: Signal<Int, Never>? = output.keeping(Probe { log.add("released") })
    let observation =
      switch drive {
      case .pushed: source!.windows(every: .seconds(3), orCount: 2, on: time).observeValues(watch)
      case .pulled: source!.producer.windows(every: .seconds(3), orCount: 2, on: time).startWithValues(watch)
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
    #expect(time.now == .seconds(1), "the timers are cancelled")
  }

  @Test("D2: disposal by a full window opens no other window") func disposalInsideAFullWindow() {
    let time = TestScheduler()
    let windows = Log<Duration>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    output.producer.windows(every: .seconds(5), orCount: 1, on: time).attach(
      Observer(next: { window in
        windows.add(time.now)
        window.startWithCompleted { subscription.dispose() }
      }), subscription)
    time.advance(by: .seconds(1))
    input.send(1)
    time.advance(by: .seconds(20))
    #expect(windows.entries == [.zero])
  }

  @Test func disposesTheSource() {
    expectDisposal(
      of: "-a-b-|", { $0.windows(every: .seconds(2), orCount: 2, on: $1).map(to: 0).prefix(1) }, at: 0)
  }

  @Test("X1: the largest arguments are arguments like any other") func largestArguments() {
    expect(
      "-a-b-|",
      { $0.windows(every: .seconds(Int64.max), orCount: .max, on: $1).flatMap { $0.collect() } },
      "-----('[a, b]'|)")
  }

  @Test("X1: an interval or a count of zero stops the program") func misuse() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(every: .zero, orCount: 1, on: ImmediateScheduler())
    }
    #expect(
      result.message.contains(
        "windows(every:orCount:on:): the interval must be greater than zero, got 0.0 seconds"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(every: .seconds(1), orCount: 0, on: ImmediateScheduler())
    }
    #expect(result.message.contains("windows(every:orCount:on:): the count must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.windows(every: .seconds(2), orCount: 2, on: $1).flatMap { $0 } }
  }
}
