import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct OnTests {
  @Test func changesNothing() {
    expect("--a--b--|", { $0.on(next: { _ in }) }, "--a--b--|")
    expect("--a--x", { $0.on(starting: {}, disposed: {}) }, "--a--x")
    expect("--a--!", { $0.on() }, "--a--!")
  }

  @Test(
    arguments: [
      ("a|", "completed"), ("ax", "failed"), ("a!", "interrupted"),
    ], TestedDrive.allCases)
  func runsBeforeEachEventAndDisposedLast(_ input: (diagram: String, end: String), _ drive: TestedDrive) {
    let log = Log<String>()
    expect(
      input.diagram,
      { stream in
        stream.noting(in: log).on(
          next: { log.add("\($0) arrives") }, terminated: { log.add("the end arrives") })
      },
      input.diagram, only: drive)
    #expect(
      log.entries == [
        "starting", "next a", "a arrives", input.end, "terminated", "the end arrives", "disposed",
      ])
  }

  @Test func eventsOfAllKindsComeFirst() {
    let log = Log<String>()
    expect(
      "a-x",
      { stream in
        stream.on(
          event: { log.add("\($0)") }, next: { log.add("next \($0)") }, failed: { _ in log.add("failed") })
      }, "a-x", only: .pulled)
    #expect(log.entries == ["next(a)", "next a", "failed(x)", "failed"])
  }

  @Test func startedRunsWhenTheSourceIsAttached() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.on(starting: { log.add("starting") }, started: { log.add("started") }).start()
    #expect(log.entries == ["starting", "started"])
    input.send(1)
    SignalProducer<Int, Never>([1]).on(
      started: { log.add("started") }, next: { log.add("\($0)") }, completed: { log.add("completed") },
      disposed: { log.add("disposed") }
    ).start()
    #expect(log.entries.dropFirst(2) == ["1", "completed", "disposed", "started"])
  }

  @Test func startedRunsOncePerSignal() {
    let log = Log<String>()
    let signal = Signal<Int, Never>.never
      .on(starting: { log.add("starting") }, started: { log.add("started") })
    #expect(log.entries == ["starting", "started"])
    signal.observe { _ in }
    #expect(log.entries.count == 2)
  }

  @Test func disposalOfAStartInterrupts() {
    let log = Log<String>()
    SignalProducer<String, TestFailure>.never.noting(in: log).startWithFailed { _ in }.dispose()
    #expect(log.entries == ["starting", "interrupted", "terminated", "disposed"])
  }

  @Test func disposalOfAnObservationIsSilent() {
    let log = Log<String>()
    let (output, input) = Signal<String, TestFailure>.pipe()
    output.noting(in: log).observe { _ in }.dispose()
    input.send("a")
    #expect(log.entries == ["starting", "disposed"])
  }

  @Test func startsOncePerStartOrOncePerSignal() {
    let log = Log<String>()
    let producer = SignalProducer<Int, Never>.never.on(starting: { log.add("producer") })
    producer.start()
    producer.start()
    let signal = Signal<Int, Never>.never.on(starting: { log.add("signal") })
    signal.observe { _ in }
    signal.observe { _ in }
    #expect(log.entries == ["producer", "producer", "signal"])
  }

  @Test func aStartThatWasDisposedOfBeforeDoesNotStart() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.dispose()
    SignalProducer<String, TestFailure>.never.on(started: { log.add("started") }).noting(in: log).attach(
      Observer { _ in }, subscription)
    #expect(log.entries == ["interrupted", "terminated"])
  }

  @Test("starting, started and disposed run equally often") func sideEffectsMatch() async {
    let (starting, started, disposed) = (Counter(), Counter(), Counter())
    let watched = SignalProducer<Int, Never>.never.on(
      starting: starting.increment, started: started.increment, disposed: disposed.increment)
    var counts: [Int] { [starting.value, started.value, disposed.value] }
    watched.startWithSignal { _, interrupter in interrupter.dispose() }
    watched.prefix(0).start()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await watched.firstValue()
    }
    _ = await task.value
    #expect(counts == [0, 0, 0])
    let begun = Guarded<(any Disposable)?>(nil)
    watched.on(starting: { begun.withLock { $0 }?.dispose() }, disposed: disposed.increment)
      .startWithSignal { _, interrupter in begun.withLock { $0 = interrupter } }
    #expect(counts == [0, 0, 1], "the upper one was too late, the lower one was not")
    watched.on(started: { begun.withLock { $0 }?.dispose() })
      .startWithSignal { _, interrupter in begun.withLock { $0 = interrupter } }
    #expect(counts == [1, 1, 2])
  }

  @Test("They run equally often while another thread disposes") func sideEffectsMatchInARace() {
    let (starting, started, disposed) = (Counter(), Counter(), Counter())
    let watched = SignalProducer<Int, Never>.never.on(
      starting: starting.increment, started: started.increment, disposed: disposed.increment)
    for _ in 0..<rounds(2000) {
      let subscription = Subscription()
      onThreads(2) { thread in
        if thread == 0 { watched.attach(Observer { _ in }, subscription) } else { subscription.dispose() }
      }
    }
    #expect(starting.value == disposed.value && started.value == disposed.value)
  }

  @Test func keepsTheContract() {
    checkContract { $0.on(next: { _ in }) }
    checkContract { $0.on(starting: {}, disposed: {}) }
    checkContract { $0.on(started: {}, event: { _ in }) }
  }

  @Test func startsBeforeASignalThatHasEndedSaysSo() {
    let log = Log<String>()
    Signal<String, TestFailure>.empty.noting(in: log).observe { _ in }
    #expect(log.entries == ["starting", "interrupted", "terminated", "disposed"])
  }
}

extension EventStream where Value == String {
  fileprivate func noting(in log: Log<String>) -> Self {
    on(
      starting: { log.add("starting") }, next: { log.add("next \($0)") },
      failed: { _ in log.add("failed") }, completed: { log.add("completed") },
      interrupted: { log.add("interrupted") }, terminated: { log.add("terminated") },
      disposed: { log.add("disposed") })
  }
}
