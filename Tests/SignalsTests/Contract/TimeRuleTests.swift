import Signals
import SignalsTesting
import Testing

/// Contract T1 and T2: where and when operators with a scheduler send.
@Suite("Contract, time") struct TimeRuleTests {
  typealias Timed = @Sendable (SignalProducer<Int, Oops>, TestScheduler) -> SignalProducer<String, Oops>

  struct Operator: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What it sends for 1, 2, 3, 4, sent at once, before it completes.
    let output: [String]
    let apply: Timed

    init(_ name: String, _ output: [String], _ apply: @escaping Timed) {
      testDescription = name
      self.output = output
      self.apply = apply
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
    Operator("windows(every:)", ["1", "2", "3", "4"]) {
      $0.windows(every: .seconds(1), on: $1).flatMap { $0 }.map { "\($0)" }
    },
    Operator("windows(every:orCount:)", ["1", "2", "3", "4"]) {
      $0.windows(every: .seconds(1), orCount: 2, on: $1).flatMap { $0 }.map { "\($0)" }
    },
    Operator("windows(lasting:every:)", ["1", "2", "3", "4"]) {
      $0.windows(lasting: .seconds(1), every: .seconds(1), on: $1).flatMap { $0 }.map { "\($0)" }
    },
    Operator("receive(on:)", ["1", "2", "3", "4"]) { $0.receive(on: $1).map { "\($0)" } },
  ]

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

  @Test(
    "T1: a failure is passed on at once, without what waits",
    arguments: operators.filter { $0.testDescription != "receive(on:)" })
  func failsAtOnce(op: Operator) {
    let time = TestScheduler()
    for end in [Termination<Oops>.failed(Oops()), .interrupted] {
      let recorder = Recorder<String, Oops>(on: time)
      let (output, input) = Signal<Int, Oops>.pipe()
      op.apply(output.producer, time).start(recorder.observer)
      for value in 1...4 { input.send(value) }
      input.send(end: end)
      #expect(recorder.events == [Event(end)])
      time.run()
      #expect(recorder.events == [Event(end)])
    }
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
