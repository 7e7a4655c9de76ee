import Signals
import SignalsTesting
import Testing

@Suite struct WindowsLastingTests {
  @Test func overlap() {
    expect(
      "--a--b--c--|",
      { $0.windows(lasting: .seconds(6), every: .seconds(4), on: $1).flatMap { $0.collect() } },
      "------'[a, b]'---'[b, c]'('[c]'|)")
  }

  @Test func leaveGaps() {
    expect(
      "-a-b-c-d-e-|",
      { $0.windows(lasting: .seconds(2), every: .seconds(4), on: $1).flatMap { $0.collect() } },
      "--'[a]'---'[c]'---'[e]'|")
  }

  @Test func withoutOverlapTheyFollowEachOther() {
    for source in ["--a--b---c-|", "----a---b--x", "-a-b-c-d-e-f-|"] {
      let every = MarbleStreams.windows(source) { $0.windows(every: .seconds(4), on: $1) }
      let lasting = MarbleStreams.windows(source) {
        $0.windows(lasting: .seconds(4), every: .seconds(4), on: $1)
      }
      #expect(every == lasting)
    }
  }

  @Test func oneEndsBeforeAnotherBeginsAtTheSameMoment() {
    let time = TestScheduler()
    let log = Log<String>()
    SignalProducer<Int, Never>.never.windows(lasting: .seconds(4), every: .seconds(2), on: time).enumerated()
      .startWithValues { index, window in
        log.add("\(index) begins")
        window.startWithCompleted { log.add("\(index) ends") }
      }
    time.advance(by: .seconds(6))
    #expect(
      log.entries == ["0 begins", "1 begins", "0 ends", "2 begins", "1 ends", "3 begins"])
  }

  @Test("A late scheduler opens what should be open by now") func lateScheduler() {
    let (time, log) = (LeapingScheduler(), Log<String>())
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.windows(lasting: .seconds(4), every: .seconds(2), on: time).enumerated()
      .startWithValues { index, window in
        log.add("\(index) begins")
        window.start { log.add("\(index): \($0)") }
      }
    time.base.advance(to: .seconds(2))
    time.leap = .seconds(9)
    time.base.advance(to: .seconds(4))
    // Now at 13 seconds: those for 4, 6 and 8 seconds are left out, those for 10 and 12 are open.
    #expect(log.entries.count { $0.hasSuffix("begins") } == 4)
    input.send(1)
    time.base.advance(to: .seconds(4))
    #expect(log.entries.suffix(2) == ["2: next(1)", "3: next(1)"])
  }

  @Test("T4: a value is in the windows of the time that it comes at", arguments: [1, 2, 3, 5, 7])
  func valuesOfALateScheduler(length: Int) {
    // Timers and jobs come late, and so do the observers of windows. Values know when they were sent.
    var random = SplitMix(seed: UInt64(length))
    for interval in [1, 2, 3, 6] {
      for _ in 0..<20 {
        let (time, got) = (LeapingScheduler(), Log<Int>())
        let (signal, input) = Signal<Int, Never>.pipe()
        // Not for ever: where each window takes longer than the interval, there is no end.
        let (slowness, slow) = (Int.random(in: 0...4, using: &random), Log<Void>())
        signal.producer.windows(lasting: .seconds(length), every: .seconds(interval), on: time)
          .on(next: { _ in
            slow.add(())
            if slow.entries.count <= 20 { time.leap += .seconds(slowness) }
          })
          .flatten().startWithValues { got.add($0) }
        time.base.advance(by: .zero)
        var sent: [Int] = []
        for number in 0..<40 {
          switch Int.random(in: 0..<4, using: &random) {
          case 0: time.leap += .milliseconds(Int.random(in: 0...9000, using: &random))
          case 1: time.base.advance(by: .milliseconds(Int.random(in: 0...3000, using: &random)))
          default:
            sent.append(Int((time.now / .milliseconds(1)).rounded()) * 100 + number)
            input.send(sent[sent.count - 1])
          }
        }
        input.complete()
        time.base.advance(by: .zero)
        let expected = sent.map { value in
          let (time, length) = (value / 100, length * 1000)
          let over = time < length ? 0 : (time - length) / (interval * 1000) + 1
          return time / (interval * 1000) + 1 - over
        }
        #expect(
          sent.map { value in got.entries.count { $0 == value } } == expected,
          "every \(interval): \(sent), got \(got.entries)")
      }
    }
  }

  @Test("B2: in a pause windows end, and none begins") func pause() {
    let (time, log) = (TestScheduler(), Log<String>())
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.windows(lasting: .seconds(2), every: .seconds(4), on: time).enumerated()
      .startWithValues { index, window in
        log.add("\(index) begins at \(Int(time.now / .seconds(1)))")
        window.start { log.add("\(index): \($0) at \(Int(time.now / .seconds(1)))") }
      }
    time.advance(by: .seconds(1))
    start.pause()
    input.send(1)
    time.advance(by: .seconds(12))
    // A window that is observed takes values (contract G2).
    #expect(log.entries == ["0 begins at 0", "0: next(1) at 1", "0: completed at 2"])
    start.resume()
    time.advance(by: .zero)
    #expect(log.entries.dropFirst(3) == ["1 begins at 13"])
    time.advance(by: .seconds(1))
    input.send(2)
    time.advance(by: .zero)
    #expect(log.entries.last == "1: completed at 14")
  }

  @Test("B2: in a pause no window begins if none is observed") func pauseWithoutObservers() {
    let (time, log, windows) = (TestScheduler(), Log<String>(), Log<SignalProducer<Int, Never>>())
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.windows(lasting: .seconds(6), every: .seconds(4), on: time).enumerated()
      .startWithValues { index, window in
        log.add("\(index) begins at \(Int(time.now / .seconds(1)))")
        windows.add(window)
      }
    time.advance(by: .seconds(1))
    start.pause()
    input.send(1)
    time.advance(by: .seconds(12))
    #expect(log.entries == ["0 begins at 0"])
    start.resume()
    time.advance(by: .zero)
    // At 13 seconds: the window for 4 is left out but where it lasts, and the value counts as having come now.
    #expect(log.entries.dropFirst() == ["1 begins at 13", "2 begins at 13"])
    for window in windows.entries { window.start { log.add("\($0)") } }
    #expect(log.entries.dropFirst(3) == ["completed", "next(1)", "next(1)"])
  }

  @Test func failureEndsTheOpenOnes() {
    expect(
      "-----b-x", { $0.windows(lasting: .seconds(8), every: .seconds(4), on: $1).flatMap { named($0) } },
      "-----(bb)-(eex)")
  }

  @Test func interruptionEndsTheOpenOnes() {
    expect(
      "--b--!", { $0.windows(lasting: .seconds(6), every: .seconds(4), on: $1).flatMap { $0 } }, "--b--!")
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
      case .pushed: source!.windows(lasting: .seconds(3), every: .seconds(2), on: time).observeValues(watch)
      case .pulled:
        source!.producer.windows(lasting: .seconds(3), every: .seconds(2), on: time).startWithValues(watch)
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
    #expect(time.now == .seconds(3), "the timers are cancelled")
  }

  @Test("D2: disposal by a closing window opens no other window")
  func disposalInsideAClosedWindow() {
    let time = TestScheduler()
    let windows = Log<Duration>()
    let subscription = Subscription()
    SignalProducer<Int, Never>.never.windows(lasting: .seconds(2), every: .seconds(1), on: time).attach(
      Observer(next: { window in
        windows.add(time.now)
        window.startWithCompleted { subscription.dispose() }
      }), subscription)
    time.advance(by: .seconds(5))
    #expect(windows.entries == [.zero, .seconds(1)])
  }

  @Test func disposesTheSource() {
    expectDisposal(
      of: "-a-b-|", { $0.windows(lasting: .seconds(2), every: .seconds(2), on: $1).map(to: 0).prefix(1) },
      at: 0)
  }

  @Test("X1: a length that never ends is one like any other") func neverEnding() {
    expect(
      "-a-b-|",
      {
        $0.windows(lasting: .seconds(Int64.max), every: .seconds(Int64.max), on: $1).flatMap { $0.collect() }
      },
      "-----('[a, b]'|)")
  }

  @Test("X1: an interval or a length of zero stops the program") func misuse() async {
    var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(lasting: .seconds(1), every: .zero, on: ImmediateScheduler())
    }
    #expect(
      result.message.contains(
        "windows(lasting:every:on:): the interval must be greater than zero, got 0.0 seconds"))
    result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.windows(lasting: .zero, every: .seconds(1), on: ImmediateScheduler())
    }
    #expect(
      result.message.contains(
        "windows(lasting:every:on:): the length must be greater than zero, got 0.0 seconds"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.windows(lasting: .seconds(2), every: .seconds(2), on: $1).flatMap { $0 } }
  }
}

private enum MarbleStreams {
  /// When windows begin, and what they send, until the end.
  static func windows(
    _ source: String,
    _ split: (SignalProducer<String, TestFailure>, TestScheduler)
      -> SignalProducer<SignalProducer<String, TestFailure>, TestFailure>
  ) -> [String] {
    let time = TestScheduler()
    let log = Log<String>()
    guard let diagram = try? MarbleDiagram(source) else { return [] }
    split(diagram.producer(on: time) { $0 }, time).start { event in
      log.add("\(time.now) \(event.value == nil ? "\(event)" : "window")")
      event.value?.start { log.add("\(time.now) \($0)") }
    }
    time.advance(by: .seconds(20))
    return log.entries
  }
}
