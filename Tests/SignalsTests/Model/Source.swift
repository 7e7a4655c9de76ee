import Signals
import SignalsTesting

/// What a pipeline begins with.
enum Source {
  /// Events at given times: of a signal, or of each start of a producer.
  case script(Script)
  /// A producer, made in one of the ways there are.
  case creation(ModelledCreation, numbers: [Int], durations: [Nanoseconds])

  func model(_ drive: TestedDrive, _ meter: Meter) -> Model {
    switch self {
    case .script(let script):
      drive == .pushed ? Model(sending: script.timeline) : Model(producing: script.timeline).metered(meter)
    case .creation(let creation, let numbers, let durations):
      creation.model(Choice(numbers: numbers, durations: durations.map { .nanoseconds($0) })).metered(meter)
    }
  }

  func real(_ drive: TestedDrive, _ bench: Bench) -> Real {
    switch self {
    case .script(let script):
      drive == .pushed
        ? script.signal(bench).reinterpretingDrive()
        : script.producer(bench).metered(bench.meter).reinterpretingDrive()
    case .creation(let creation, let numbers, let durations):
      creation.real(
        Choice(numbers: numbers, durations: durations.map { .nanoseconds($0) }), bench.time
      ).metered(bench.meter).reinterpretingDrive()
    }
  }
}

/// Events at given times.
struct Script {
  struct Value {
    var time: Nanoseconds
    var number: Int
  }

  struct End {
    var time: Nanoseconds
    var termination: Termination<TestFailure>
  }

  var values: [Value]
  var end: End?

  init(_ values: [(time: Nanoseconds, number: Int)], end: (Nanoseconds, Termination<TestFailure>)? = nil) {
    self.values = values.map { Value(time: $0.time, number: $0.number) }
    self.end = end.map { End(time: $0.0, termination: $0.1) }
  }

  var timeline: Timeline<Int, TestFailure> {
    Timeline(
      values.map { Timed(.nanoseconds($0.time), $0.number) },
      end: end.map { Timed(.nanoseconds($0.time), $0.termination) })
  }

  func producer(_ bench: Bench) -> SignalProducer<Int, TestFailure> {
    SignalProducer { observer, lifetime in
      bench.noteAttachment(1)
      lifetime.onEnd { bench.noteAttachment(-1) }
      lifetime += play(into: observer, bench)
    }
  }

  func signal(_ bench: Bench) -> Signal<Int, TestFailure> {
    let (output, input) = Signal<Int, TestFailure>.pipe()
    bench.add { _ = play(into: input, $0) }
    return output
  }

  private func play(into observer: Observer<Int, TestFailure>, _ bench: Bench) -> any Disposable {
    let timers = CompositeDisposable()
    let start = bench.time.now
    for event in timeline.events {
      let (time, event) = (event.time, event.value)
      timers += bench.time.schedule(at: start + time) { observer.send(event: event) }
    }
    // Once there is nothing more to come, only the observer keeps the stream going.
    timers.add { withExtendedLifetime(observer) {} }
    return timers
  }
}

extension Script: Sendable {}
extension Script.Value: Sendable {}
extension Script.End: Sendable {}

/// A way to make a producer, and what the model says about it.
struct ModelledCreation: Sendable {
  let name: String
  let code: String
  let numbers: [ClosedRange<Int>]
  let durations: Int
  let real: @Sendable (Choice<Never>, TestScheduler) -> SignalProducer<Int, TestFailure>
  let model: @Sendable (Choice<Never>) -> Model

  init(
    _ name: String, _ code: String, numbers: [ClosedRange<Int>] = [], durations: Int = 0,
    real: @escaping @Sendable (Choice<Never>, TestScheduler) -> SignalProducer<Int, TestFailure>,
    model: @escaping @Sendable (Choice<Never>) -> Model
  ) {
    self.name = name
    self.code = code
    self.numbers = numbers
    self.durations = durations
    self.real = real
    self.model = model
  }
}
