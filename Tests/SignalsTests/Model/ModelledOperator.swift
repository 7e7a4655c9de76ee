import Signals
import SignalsTesting

typealias Real = MarbleStream<Int>
typealias Model = ModelStream<Int, TestFailure>

/// An operator twice: as it is, and as the reference model says. All streams are of numbers, so that any
/// operator can follow any other.
struct ModelledOperator: Sendable {
  /// What is drawn by lot for a use of the operator.
  struct Needs: Sendable {
    var numbers: [ClosedRange<Int>] = []
    var durations = 0
    /// Other streams with either drive.
    var others = 0
    /// Other streams that are producers, because something is to be done to each start.
    var producers = 0
    /// Whether the other streams are attached once per value, and not once per start.
    var perValue = false
  }

  /// The names of what it stands for, with their labels.
  let names: [String]
  /// How a use is written: `#` stands for a number, `@` for a duration, `§` for another stream, each with its
  /// index.
  let code: String
  let needs: Needs
  let isForProducersOnly: Bool
  let real: @Sendable (Real, Choice<RealOther>, TestScheduler) -> Real
  let model: @Sendable (Model, Choice<Model>) -> Model

  init(
    _ names: String..., code: String, needs: Needs = Needs(), isForProducersOnly: Bool = false,
    real: @escaping @Sendable (Real, Choice<RealOther>, TestScheduler) -> Real,
    model: @escaping @Sendable (Model, Choice<Model>) -> Model
  ) {
    self.names = names
    self.code = code
    self.needs = needs
    self.isForProducersOnly = isForProducersOnly
    self.real = real
    self.model = model
  }

  /// An operator of producers.
  static func pulled(
    _ name: String, code: String, needs: Needs = Needs(),
    real:
      @escaping @Sendable (SignalProducer<Int, TestFailure>, Choice<RealOther>, TestScheduler)
      -> SignalProducer<Int, TestFailure>,
    model: @escaping @Sendable (Model, Choice<Model>) -> Model
  ) -> Self {
    Self(
      name, code: code, needs: needs, isForProducersOnly: true,
      real: { real($0.reinterpretingDrive(), $1, $2).reinterpretingDrive() }, model: model)
  }
}

/// What was drawn for a use of an operator.
struct Choice<Other> {
  var numbers: [Int] = []
  var durations: [Duration] = []
  var others: [Other] = []
}

extension Choice: Sendable where Other: Sendable {}

/// Another stream that an operator takes, with the drive it was made for.
struct RealOther: Sendable {
  let stream: Real
  let drive: TestedDrive

  var producer: SignalProducer<Int, TestFailure> { stream.reinterpretingDrive() }

  /// The stream in an array.
  var numbers: AnyNumbers { AnyNumbers(stream) }

  /// The stream where one is needed that cannot fail.
  var trigger: EventStream<EitherDrive, Int, Never> { drive.run { stream.completeOnError() } }

  /// Whether the newest number is even, of a stream that can fail.
  var truth: EventStream<EitherDrive, Bool, TestFailure> { drive.run { stream.map { $0 % 2 == 0 } } }

  /// Whether the newest number is even.
  var condition: EventStream<EitherDrive, Bool, Never> { drive.run { trigger.map { $0 % 2 == 0 } } }
}

extension ModelStream where Value == Int, Failure == TestFailure {
  var trigger: ModelStream<Int, Never> { completeOnError() }
  var condition: ModelStream<Bool, Never> { trigger.map { $0 % 2 == 0 } }
}

/// One small number made of several, which shows which they were and in which order.
@Sendable func mixed(_ numbers: [Int]) -> Int { numbers.reduce(1) { ($0 * 31 + $1) % 997 } }

@Sendable func mixed(_ first: Int, _ second: Int) -> Int { mixed([first, second]) }

extension TestScheduler {
  /// This scheduler, with the second duration of a choice as its latency.
  func slow<Other>(_ choice: Choice<Other>) -> SlowScheduler {
    SlowScheduler(time: self, latency: choice.durations[1])
  }
}

/// What a sum was before a number was added to it.
@Sendable func added(_ number: Int, to sum: inout Int) -> Int {
  defer { sum += number }
  return sum
}

/// A scheduler that takes some time to come to a job, so that nothing else happens at the same moment. Timers are exact.
struct SlowScheduler: Scheduler {
  let time: TestScheduler
  let latency: Duration

  var now: Duration { time.now }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.schedule(after: latency, action)
  }

  func schedule(at moment: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    time.schedule(at: moment, action)
  }
}
