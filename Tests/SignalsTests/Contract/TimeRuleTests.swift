import Signals
import SignalsTesting
import Testing

/// Contract T1 and T2: where and when operators with a scheduler send.
@Suite("Contract, time") struct TimeRuleTests {
  typealias Timed = @Sendable (SignalProducer<Int, Oops>, any Scheduler) -> SignalProducer<String, Oops>

  struct Operator: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What it sends for 1, 2, 3, 4, sent at once, before it completes.
    let output: [String]
    /// The operator, and whatever makes texts of what it sends.
    let apply: Timed
    /// The same without a join behind it.
    let applyAlone: Timed

    init(_ name: String, _ output: [String] = [], _ apply: @escaping Timed, alone: Timed? = nil) {
      testDescription = name
      self.output = output
      self.apply = apply
      applyAlone = alone ?? apply
    }
  }

  static let operators = [
    Operator("delay", ["1", "2", "3", "4"]) { $0.delay(.seconds(1), on: $1).map { "\($0)" } },
    Operator("delay(.zero)", ["1", "2", "3", "4"]) { $0.delay(.zero, on: $1).map { "\($0)" } },
    Operator("debounce", ["4"]) { $0.debounce(for: .seconds(1), on: $1).map { "\($0)" } },
    Operator("throttle", ["1", "4"]) { $0.throttle(for: .seconds(1), on: $1).map { "\($0)" } },
    Operator("throttle, trailing", ["4"]) {
      $0.throttle(for: .seconds(1), leading: false, on: $1).map { "\($0)" }
    },
    Operator("sample(every:)", ["4"]) { $0.sample(every: .seconds(1), on: $1).map { "\($0)" } },
    Operator("chunks(every:)", ["[1, 2, 3, 4]"]) {
      $0.chunks(every: .seconds(1), on: $1).map { "\($0)" }
    },
    Operator("chunks(ofCount:orEvery:)", ["[1, 2, 3]", "[4]"]) {
      $0.chunks(ofCount: 3, orEvery: .seconds(1), on: $1).map { "\($0)" }
    },
    Operator(
      "windows(every:)", ["1", "2", "3", "4"],
      { $0.windows(every: .seconds(1), on: $1).flatMap { $0 }.map { "\($0)" } },
      alone: { $0.windows(every: .seconds(1), on: $1).map { _ in "window" } }),
    Operator(
      "windows(every:orCount:)", ["1", "2", "3", "4"],
      { $0.windows(every: .seconds(1), orCount: 2, on: $1).flatMap { $0 }.map { "\($0)" } },
      alone: { $0.windows(every: .seconds(1), orCount: 2, on: $1).map { _ in "window" } }),
    Operator(
      "windows(lasting:every:)", ["1", "2", "3", "4"],
      { $0.windows(lasting: .seconds(2), every: .seconds(1), on: $1).flatMap { $0 }.map { "\($0)" } },
      alone: { $0.windows(lasting: .seconds(2), every: .seconds(1), on: $1).map { _ in "window" } }),
    Operator("receive(on:)", ["1", "2", "3", "4"]) { $0.receive(on: $1).map { "\($0)" } },
  ]

  static let intervals = [
    Operator("interval(every:)") { _, time in
      SignalProducer.interval(every: .seconds(1), on: time).map { "\($0)" }.setFailureType(to: Oops.self)
    },
    Operator("interval(every:of:)") { _, time in
      SignalProducer.interval(every: .seconds(1), of: ["a", "b"], on: time).setFailureType(to: Oops.self)
    },
  ]

  static let timer = Operator("timer") { _, time in
    SignalProducer.timer(after: .seconds(1), on: time).map { "over" }.setFailureType(to: Oops.self)
  }

  @Test("T1: values and completion come on the scheduler", arguments: operators)
  func sendsOnTheScheduler(op: Operator) {
    let time = TestScheduler()
    let recorder = Recorder<String, Oops>(on: time)
    let (output, input) = Signal<Int, Oops>.pipe()
    op.apply(output.producer, time).start(recorder.observer)
    time.advance(by: .zero)
    for value in 1...4 { input.send(value) }
    input.complete()
    #expect(recorder.events.isEmpty)
    time.run()
    #expect(recorder.events == op.output.map { .next($0) } + [.completed])
    #expect(recorder.violations.isEmpty)
  }

  @Test("T1: what finds the gate busy waits for the scheduler", arguments: operators)
  func staysOnTheScheduler(op: Operator) {
    if op.testDescription.hasPrefix("windows") { return }
    let time = TestScheduler()
    let recorder = Recorder<String, Oops>(on: time)
    let (output, input) = Signal<Int, Oops>.pipe()
    let subscription = Subscription()
    op.apply(output.producer, time).attach(recorder.observer, subscription)
    for value in 1...4 { input.send(value) }
    input.complete()
    // As a thread is that adds an observer, or pauses.
    subscription.run { time.advance(by: .seconds(2)) }
    #expect(recorder.events.isEmpty)
    time.run()
    #expect(recorder.events == op.output.map { .next($0) } + [.completed])
    #expect(recorder.violations.isEmpty)
  }

  @Test("T1, E2, E4: a failure waits for its turn alone", arguments: operators)
  func failsInItsTurn(op: Operator) {
    let time = TestScheduler()
    for end in [Termination<Oops>.failed(Oops()), .interrupted] {
      let recorder = Recorder<String, Oops>(on: time)
      let (output, input) = Signal<Int, Oops>.pipe()
      op.apply(output.producer, time).start(recorder.observer)
      for value in 1...4 { input.send(value) }
      input.send(end: end)
      #expect(recorder.events.isEmpty)
      time.advance(by: .zero)
      #expect(recorder.events == [Event(end)], "no time, and nothing that waited")
      time.run()
      #expect(recorder.events == [Event(end)])
    }
  }

  @Test(
    "T1, P5: what is disposed of is interrupted in its turn",
    arguments: operators + intervals + [timer])
  func isInterruptedInItsTurn(op: Operator) {
    let time = TestScheduler()
    let recorder = Recorder<String, Oops>(on: time)
    let isAttached = MutableProperty(false)
    let source = SignalProducer<Int, Oops> { observer, lifetime in
      isAttached.value = true
      for value in 1...4 { observer.send(value) }
      lifetime.onEnd { isAttached.value = false }
    }
    let start = op.applyAlone(source, time).start(recorder.observer)
    start.dispose()
    #expect(!isAttached.value, "the source does not wait")
    #expect(recorder.events.isEmpty)
    time.advance(by: .zero)
    #expect(recorder.events == [.interrupted])
    start.dispose()
    time.advance(by: .seconds(10))
    #expect(recorder.events == [.interrupted])
  }

  @Test("T1, D2: so is one that a value disposes of", arguments: operators + intervals)
  func isInterruptedInALaterTurn(op: Operator) {
    let time = TestScheduler()
    let subscription = Subscription()
    let isInside = MutableProperty(false)
    let recorder = Recorder<String, Oops>(on: time) { event in
      #expect(!isInside.value, "E7: the interruption comes after the value")
      if event.value == nil { return }
      isInside.value = true
      subscription.dispose()
      isInside.value = false
    }
    let (output, input) = Signal<Int, Oops>.pipe()
    op.applyAlone(output.producer, time).attach(recorder.observer, subscription)
    for value in 1...4 { input.send(value) }
    time.advance(by: .seconds(2))
    #expect(recorder.events.count == 2 && recorder.events.last == .interrupted, "\(recorder.events)")
    #expect(recorder.violations.isEmpty)
  }

  @Test("T1: jobs that run at once interrupt inside dispose()", arguments: operators + intervals + [timer])
  func isInterruptedAtOnce(op: Operator) {
    let recorder = Recorder<String, Oops>()
    op.applyAlone(.never, TimelessScheduler()).start(recorder.observer).dispose()
    #expect(recorder.events.last == .interrupted)
    #expect(recorder.violations.isEmpty)
  }

  @Test("T1: a scheduler that has stopped keeps no source at work", arguments: operators)
  func schedulerThatHasStopped(op: Operator) {
    let (time, log) = (BegunScheduler(), Log<String>())
    let source = SignalProducer<Int, Oops> { _, lifetime in lifetime.onEnd { log.add("disposed") } }
    op.applyAlone(source, time).start { log.add("\($0)") }.dispose()
    #expect(log.entries == ["disposed"])
    time.dropAll()
    #expect(log.entries == ["disposed"], "no end without a turn")
  }

  @Test("T1, P5: the run that follows begins on the scheduler", arguments: ["receive", "delay", "debounce"])
  func restarts(name: String) {
    let (time, log, isInTurn) = (TestScheduler(), Log<String>(), MutableProperty(false))
    let (failures, input) = Signal<Int, Never>.pipe()
    let work = SignalProducer<Int, Oops> { observer, lifetime in
      log.add(isInTurn.value ? "begins there" : "begins")
      lifetime.onEnd { log.add("is over") }
      lifetime += failures.observeValues { _ in observer.send(end: .failed(Oops())) }
    }
    let timed =
      switch name {
      case "receive": work.receive(on: time)
      case "delay": work.delay(.seconds(1), on: time)
      default: work.debounce(for: .seconds(1), on: time)
      }
    timed.retry(2).start { log.add("\($0)") }
    for _ in 0..<3 {
      input.send(1)
      log.add("failed")
      isInTurn.value = true
      time.advance(by: .zero)
      isInTurn.value = false
    }
    #expect(
      log.entries == [
        "begins", "is over", "failed", "begins there", "is over", "failed", "begins there", "is over",
        "failed",
        "\(Event<Int, Oops>.failed(Oops()))",
      ])
  }

  @Test("T1: what finds the gate busy waits for the scheduler", arguments: intervals + [timer])
  func intervalsStayOnTheScheduler(op: Operator) {
    let time = TestScheduler()
    let recorder = Recorder<String, Oops>(on: time)
    let subscription = Subscription()
    op.apply(.never, time).attach(recorder.observer, subscription)
    subscription.run { time.advance(by: .seconds(2)) }
    #expect(recorder.events.isEmpty)
    time.advance(by: .zero)
    let ends = op.testDescription == "interval(every:)" ? 0 : 1
    #expect(recorder.events.count { $0.isTerminating } == ends)
    #expect(recorder.values == ["0", "1"] || recorder.values == ["a", "b"] || recorder.values == ["over"])
    #expect(recorder.violations.isEmpty)
  }

  @Test("T1: what joins them is interrupted where it is disposed of") func joins() {
    let time = TestScheduler()
    let recorder = Recorder<Int, Oops>(on: time)
    let received = SignalProducer<Int, Oops>.never.receive(on: time)
    received.merge(with: received).start(recorder.observer).dispose()
    #expect(recorder.events == [.interrupted])
    time.run()
    #expect(recorder.events == [.interrupted])
  }

  @Test("T1: those that only read the clock do not hop")
  func passesOnWhereItComesFrom() {
    let time = TestScheduler()
    let (output, input) = Signal<Int, Oops>.pipe()
    let starts: [SignalProducer<Int, Oops>] = [
      output.producer.timeout(.betweenValues, .seconds(1), failingWith: Oops(), on: time),
      output.producer.prefix(for: .seconds(1), on: time),
      output.producer.timestamped(on: time).map(\.value),
      output.producer.measureInterval(on: time).map(\.value),
      output.producer.drop(for: .zero, on: time),
    ]
    let recorders = starts.map { start in
      let recorder = Recorder<Int, Oops>(on: time)
      start.start(recorder.observer)
      return recorder
    }
    time.advance(by: .zero)
    input.send(1)
    input.complete()
    for recorder in recorders { #expect(recorder.events == [.next(1), .completed]) }
  }

  @Test("T1: what waits is not overtaken by the end of an interval")
  func nothingIsOvertaken() async {
    // The source completes on its own thread while the timers fire on another one.
    for round in 0..<200 {
      let clock = ClockScheduler()
      let values = Log<Int>()
      let (output, input) = Signal<Int, Never>.pipe()
      let isOver = Log<Void>()
      let chunks = output.chunks(ofCount: 2, orEvery: .microseconds(20), on: clock)
      chunks.observe(
        Observer(next: { $0.forEach { values.add($0) } }, completed: { isOver.add(()) }))
      for value in 0..<50 { input.send(value) }
      input.complete()
      while isOver.entries.isEmpty { await Task.yield() }
      #expect(values.entries == Array(0..<50), "round \(round)")
    }
  }

  @Test("T2: a value at the end of an interval opens the next one")
  func valueAtTheEnd() {
    expect("a---b---c--|", { $0.throttle(for: .seconds(4), trailing: false, on: $1) }, "a---b---c--|")
    expect("a-d-b---c--|", { $0.throttle(for: .seconds(4), on: $1) }, "a---b---c--|")
    expect("a---b-----|", { $0.throttle(for: .seconds(4), leading: false, on: $1) }, "----a---b-|")
  }
}

/// Runs jobs at once, and what waits for a time never: on ``ImmediateScheduler`` intervals follow each other for ever.
private struct TimelessScheduler: Scheduler {
  let now = Duration.zero

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    ImmediateScheduler().schedule(action)
  }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    AnyDisposable {}
  }
}
