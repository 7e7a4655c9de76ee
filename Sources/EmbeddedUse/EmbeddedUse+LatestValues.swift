import Signals

/// Calls what has a value that changes.
public func useLatestValues(_ report: @escaping @Sendable (Int) -> Void) {
  let latest = LatestValue<Int, Never>()
  latest.producer.startWithValues(report)
  latest.set(value: 1)
  latest.set(SignalProducer<Int, Never>(0..<3))
  latest.set(Future<Int, Never>(value: 2), initial: 3)
  latest.producer.combineLatest(with: LatestValue<Int, Never>(4)).map { $0 + $1 }.startWithValues(report)
}
