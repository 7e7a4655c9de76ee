import Signals
import SignalsTesting
import Testing

@Suite struct TimeoutTests {
  @Test func totalWatchesTheWhole() {
    expect(
      "a-a-a-a-|", { $0.timeout(.total, .seconds(5), failingWith: TestFailure(), on: $1) }, "a-a-ax")
    expect("a-a-|", { $0.timeout(.total, .seconds(5), failingWith: TestFailure(), on: $1) }, "a-a-|")
  }

  @Test func betweenValuesStartsAnewWithEach() {
    expect(
      "--a--b------c|", { $0.timeout(.betweenValues, .seconds(4), failingWith: TestFailure(), on: $1) },
      "--a--b---x")
    expect(
      "------a|", { $0.timeout(.betweenValues, .seconds(4), failingWith: TestFailure(), on: $1) },
      "----x")
  }

  @Test func firstValueIsContentWithOne() {
    expect(
      "--a-------b|", { $0.timeout(.firstValue, .seconds(4), failingWith: TestFailure(), on: $1) },
      "--a-------b|")
    expect(
      "-----a|", { $0.timeout(.firstValue, .seconds(4), failingWith: TestFailure(), on: $1) }, "----x")
    expect("--|", { $0.timeout(.firstValue, .seconds(4), failingWith: TestFailure(), on: $1) }, "--|")
  }

  @Test func switchesToAnotherStream() {
    expect(
      "a--------b|",
      { $0.timeout(.betweenValues, .seconds(3), switchingTo: Self.replacement, on: $1) },
      "a--(rs|)")
  }

  @Test func theReplacementIsNotTimed() {
    expect(
      "a--------b|",
      { stream, time in
        stream.timeout(
          .betweenValues, .seconds(3), switchingTo: Self.replacement.delay(.seconds(9), on: time), on: time)
      },
      "a-----------(rs|)")
  }

  @Test func forwardsFailureAndInterruption() {
    expect("a-x", { $0.timeout(.total, .seconds(5), failingWith: TestFailure(), on: $1) }, "a-x")
    expect("a-!", { $0.timeout(.total, .seconds(5), failingWith: TestFailure(), on: $1) }, "a-!")
  }

  @Test func givesAFailureToStreamsThatCannotFail() {
    expect(
      "a-a-a-a-|",
      { stream, time in
        stream.catch { _ in SignalProducer<String, Never>.empty }
          .timeout(.total, .seconds(5), failingWith: TestFailure(), on: time)
      }, "a-a-ax")
  }

  @Test func disposesTheSource() {
    expectDisposal(
      of: "a---------b|", { $0.timeout(.total, .seconds(5), failingWith: TestFailure(), on: $1) }, at: 5)
  }

  private static let replacement = SignalProducer<String, TestFailure>(["r", "s"])

  @Test(arguments: [TimeoutScope.total, .betweenValues, .firstValue])
  func keepsTheContract(scope: TimeoutScope) {
    checkContract { $0.timeout(scope, .seconds(3), failingWith: TestFailure(), on: $1) }
    checkContract { $0.timeout(scope, .seconds(3), switchingTo: SignalProducer([7, 8]), on: $1) }
  }

  @Test("T3: no time passes in a pause", arguments: [TimeoutScope.total, .betweenValues, .firstValue])
  func pause(scope: TimeoutScope) {
    let time = TestScheduler()
    let recorder = Recorder<Int, TestFailure>(on: time)
    let late = TestFailure()
    let start = SignalProducer<Int, TestFailure>.never
      .timeout(scope, .seconds(4), failingWith: late, on: time).start(recorder.observer)
    start.pause()
    time.advance(by: .seconds(10))
    start.resume()
    time.advance(by: .seconds(3))
    start.pause()
    for _ in 0..<3 { time.advance(by: .seconds(10)) }
    start.resume()
    time.advance(by: .milliseconds(999))
    #expect(recorder.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(recorder.events == [.failed(late)])
  }

  @Test("T3: a time that a value begins in a pause waits for its end") func valueInAPause() {
    let time = TestScheduler()
    let recorder = Recorder<Int, TestFailure>(on: time)
    let (signal, input) = Signal<Int, TestFailure>.pipe()
    let late = TestFailure()
    let start = signal.producer.timeout(.betweenValues, .seconds(4), failingWith: late, on: time)
      .start(recorder.observer)
    time.advance(by: .seconds(3))
    start.pause()
    input.send(1)
    time.advance(by: .seconds(9))
    start.resume()
    time.advance(by: .seconds(3))
    #expect(recorder.events == [.next(1)])
    time.advance(by: .seconds(1))
    #expect(recorder.events == [.next(1), .failed(late)])
  }

  @Test("It fails with its timer: a busy scheduler adds nothing", arguments: [false, true])
  func needsNoFurtherJob(switches: Bool) {
    let time = TestScheduler()
    let slow = SlowScheduler(time: time, latency: .seconds(3))
    let (recorder, order) = (Recorder<Int, TestFailure>(on: time), Log<String>())
    let (signal, input) = Signal<Int, TestFailure>.pipe()
    let source = signal.producer.on(disposed: { order.add("disposed") })
    let late = TestFailure()
    let other = SignalProducer<Int, TestFailure>(error: late)
    let stream =
      switches
      ? source.timeout(.total, .seconds(4), switchingTo: other, on: slow)
      : source.timeout(.total, .seconds(4), failingWith: late, on: slow)
    stream.on(failed: { _ in order.add("failed") }).start(recorder.observer)
    time.advance(by: .seconds(3))
    input.send(1)
    time.advance(by: .seconds(1))
    // Another stream is attached by a job: it may be long in sending what it sends at once.
    #expect(recorder.events == (switches ? [.next(1)] : [.next(1), .failed(late)]))
    input.send(2)
    time.advance(by: .seconds(3))
    #expect(recorder.events == [.next(1), .failed(late)])
    #expect(order.entries == ["disposed", "failed"])
  }

  @Test("Disposed of while the other stream is to be attached")
  func disposedBeforeTheSwitch() {
    let time = TestScheduler()
    let slow = SlowScheduler(time: time, latency: .seconds(3))
    let (recorder, starts) = (Recorder<Int, TestFailure>(on: time), Log<Void>())
    let other = SignalProducer<Int, TestFailure>([7]).on(starting: { starts.add(()) })
    let start = SignalProducer<Int, TestFailure>.never
      .timeout(.total, .seconds(4), switchingTo: other, on: slow).start(recorder.observer)
    time.advance(by: .seconds(5))
    start.dispose()
    time.run()
    #expect(recorder.events == [.interrupted])
    #expect(starts.entries.isEmpty)
  }

  @Test("A slow observer makes no source late") func slowObserver() {
    let time = TestScheduler()
    let recorder = Recorder<Int, TestFailure>()
    SignalProducer<Int, TestFailure>(1...3)
      .timeout(.betweenValues, .seconds(4), failingWith: TestFailure(), on: time)
      .on(next: { _ in time.advance(by: .seconds(10)) }).start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("A timer that fires while it is set is no exception") func hastyTimer() {
    let scheduler = HastyScheduler()
    let recorder = Recorder<Int, Oops>()
    Signal<Int, Oops>.never.producer.timeout(.total, .seconds(1), failingWith: Oops(), on: scheduler)
      .start(recorder.observer)
    scheduler.run(at: .seconds(1))
    #expect(recorder.events == [.failed(Oops())])
  }
}
