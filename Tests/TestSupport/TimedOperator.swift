import Signals

/// An operator of the core with a duration and a scheduler, applied to a source that sends 1, 2, 3 and goes on.
package struct TimedOperator: Sendable, CustomStringConvertible {
  package struct Failure: Error {}

  package let description: String
  /// What comes while the duration has not passed.
  package let valuesBefore: [String]
  /// Whether it schedules again and again.
  package let isPeriodic: Bool
  package let stream: @Sendable (Duration, any Scheduler) -> SignalProducer<String, Failure>

  private init<Value: Sendable>(
    _ description: String, before values: [String], isPeriodic: Bool = false,
    _ operation:
      @escaping @Sendable (SignalProducer<Int, Failure>, Duration, any Scheduler)
      -> SignalProducer<Value, Failure>
  ) {
    self.description = description
    valuesBefore = values
    self.isPeriodic = isPeriodic
    stream = { duration, scheduler in
      let source = SignalProducer<Int, Failure>(1...3).append(SignalProducer<Int, Failure>.never)
      return operation(source, duration, scheduler).map { "\($0)" }
    }
  }

  package static let all: [TimedOperator] = [
    TimedOperator("timer", before: []) { _, duration, scheduler in
      SignalProducer<Void, Never>.timer(after: duration, on: scheduler).setFailureType(to: Failure.self)
    },
    TimedOperator("interval", before: [], isPeriodic: true) { _, duration, scheduler in
      SignalProducer<Int, Never>.interval(every: duration, on: scheduler).setFailureType(to: Failure.self)
    },
    TimedOperator("delay", before: []) { $0.delay($1, on: $2) },
    TimedOperator("delayStart", before: []) { $0.delayStart($1, on: $2) },
    TimedOperator("debounce", before: []) { $0.debounce(for: $1, on: $2) },
    TimedOperator("throttle", before: ["1"]) { $0.throttle(for: $1, on: $2) },
    TimedOperator("timeout, total", before: ["1", "2", "3"]) {
      $0.timeout(.total, $1, failingWith: Failure(), on: $2)
    },
    TimedOperator("timeout, betweenValues", before: ["1", "2", "3"]) {
      $0.timeout(.betweenValues, $1, switchingTo: SignalProducer<Int, Failure>.empty, on: $2)
    },
    TimedOperator("timeout, firstValue", before: ["1", "2", "3"]) {
      $0.timeout(.firstValue, $1, failingWith: Failure(), on: $2)
    },
    TimedOperator("chunks(every:)", before: [], isPeriodic: true) { $0.chunks(every: $1, on: $2) },
    TimedOperator("chunks(ofCount:orEvery:)", before: ["[1, 2]"]) {
      $0.chunks(ofCount: 2, orEvery: $1, on: $2)
    },
    TimedOperator("windows(every:)", before: ["1", "2", "3"], isPeriodic: true) {
      $0.windows(every: $1, on: $2).flatMap { $0 }
    },
    TimedOperator("sample(every:)", before: [], isPeriodic: true) { $0.sample(every: $1, on: $2) },
    TimedOperator("prefix(for:)", before: ["1", "2", "3"]) { $0.prefix(for: $1, on: $2) },
    TimedOperator("drop(for:)", before: []) { $0.drop(for: $1, on: $2) },
    TimedOperator("retry, constant", before: ["1", "2", "3"]) {
      $0.prefix(3).failing.retry(RetryPolicy(limit: 9, delay: .constant($1)), on: $2)
    },
    TimedOperator("retry, linear", before: ["1", "2", "3", "1", "2", "3"]) {
      $0.prefix(3).failing.retry(RetryPolicy(limit: 9, delay: .linear(first: .zero, step: $1)), on: $2)
    },
    TimedOperator("retry, exponential", before: ["1", "2", "3"]) {
      let delay = RetryPolicy<Failure>.Delay.exponential(first: $1, factor: .greatestFiniteMagnitude)
      return $0.prefix(3).failing.retry(RetryPolicy(limit: 9, delay: delay, cap: $1, jitter: 0.5), on: $2)
    },
  ]
}

extension SignalProducer<Int, TimedOperator.Failure> {
  fileprivate var failing: Self { append(Self(error: TimedOperator.Failure())) }
}

extension Duration {
  /// Longer than any clock goes on: one whose seconds can be counted, and one whose seconds cannot.
  package static let farTooLong: [Duration] = [.seconds(Int64.max), .seconds(1.5e20)]
}
