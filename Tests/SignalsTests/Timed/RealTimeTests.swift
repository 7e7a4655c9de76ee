import Signals
import Testing

/// Each operator without a scheduler does its work on a clock; what it does is tested with virtual time.
@Suite struct RealTimeTests {
  static let short = Duration.milliseconds(20)

  static var numbers: SignalProducer<Int, Oops> { SignalProducer([1, 2, 3]) }

  static var never: SignalProducer<Int, Oops> { .never }

  struct Operator: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let output: [String]
    let stream: @Sendable () -> SignalProducer<String, Oops>

    init<Value>(
      _ name: String, _ output: [String], _ stream: @escaping @Sendable () -> SignalProducer<Value, Oops>
    ) {
      testDescription = name
      self.output = output
      self.stream = { stream().map { "\($0)" } }
    }
  }

  static let operators = [
    Operator("delay", ["1", "2", "3"]) { numbers.delay(short) },
    Operator("debounce", ["3"]) { numbers.debounce(for: short) },
    Operator("debounce, drop", []) { numbers.debounce(for: short, onCompletion: .drop) },
    Operator("throttle", ["1", "3"]) { numbers.throttle(for: short) },
    Operator("sample(every:)", ["3"]) { numbers.append(never).sample(every: short).prefix(1) },
    Operator("chunks(every:)", ["[1, 2, 3]"]) { numbers.chunks(every: short) },
    Operator("chunks(ofCount:orEvery:)", ["[1, 2]", "[3]"]) { numbers.chunks(ofCount: 2, orEvery: short) },
    Operator("windows(every:)", ["[1, 2, 3]"]) { numbers.windows(every: short).flatMap { $0.collect() } },
    Operator("prefix(for:)", ["1", "2", "3"]) { numbers.append(never).prefix(for: short) },
    Operator("drop(for:)", ["4"]) {
      numbers.append(SignalProducer(value: 4).delayStart(short * 5)).drop(for: short)
    },
    Operator("timeout, failing", ["1", "2", "3"]) {
      numbers.append(never).timeout(.betweenValues, short, failingWith: Oops()).completeOnError()
        .setFailureType(to: Oops.self)
    },
    Operator("timeout, new failure", []) {
      SignalProducer<Int, Never>.never.timeout(.total, short, failingWith: Oops()).completeOnError()
        .setFailureType(to: Oops.self)
    },
    Operator("timeout, switching", ["7"]) {
      SignalProducer<Int, Oops>.never.timeout(.firstValue, short, switchingTo: SignalProducer(value: 7))
    },
    Operator("timestamped", ["true", "true", "true"]) { numbers.timestamped().map { $0.time > .zero } },
    Operator("measureInterval", ["true", "true", "true"]) {
      numbers.measureInterval().map { $0.interval < .seconds(60) }
    },
    Operator("delayStart", ["1", "2", "3"]) { numbers.delayStart(short) },
    Operator("interval", ["0", "1"]) {
      SignalProducer.interval(every: short).prefix(2).setFailureType(to: Oops.self)
    },
    Operator("interval of", ["7", "8"]) {
      SignalProducer.interval(every: short, of: [7, 8]).setFailureType(to: Oops.self)
    },
    Operator("timer", ["()"]) { SignalProducer.timer(after: short).setFailureType(to: Oops.self) },
    Operator("retry", ["1", "1"]) {
      SignalProducer<Int, Oops>(value: 1).append(SignalProducer(error: Oops()))
        .retry(RetryPolicy(limit: 1, delay: .constant(short))).completeOnError().setFailureType(to: Oops.self)
    },
  ]

  @Test(arguments: operators) func needsNoScheduler(op: Operator) async throws {
    #expect(try await op.stream().allValues() == op.output)
  }
}
