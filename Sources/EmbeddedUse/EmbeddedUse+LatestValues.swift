import Signals

/// Calls what has a value that changes.
public func usePromises(_ report: @escaping @Sendable (Int) -> Void) {
  let latest = LatestValue<Int, SensorFailure>()
  latest.producer.startWithValues(report)
  latest.set(value: 1)
  latest.set(SignalProducer<Int, SensorFailure>(0..<3))
  latest.set(Future<Int, SensorFailure>(value: 2), initial: 3)
  latest.producer.combineLatest(with: LatestValue<Int, SensorFailure>(4)).map { $0 + $1 }.startWithValues(
    report)
}
