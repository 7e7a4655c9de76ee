import Signals

/// Calls what has a value later.
public func useFutures(_ report: @escaping @Sendable (Int) -> Void) {
  let reading = Future<Int, SensorFailure> { resolve, lifetime in
    lifetime.onEnd { report(1) }
    resolve(.success(2))
  }
  let safe = Future<Int, Never>(value: 3)
  reading.map { $0 + 1 }.mapError { $0 }.start { if case .success(let value) = $0 { report(value) } }
  reading.flatMap { Future(value: $0) }.recover { _ in safe }.startWithValue(report)
  safe.flatMap { _ in reading }.flatMap { _ in safe }.start { _ in }
  safe.start()
  reading.zip(with: reading).map { $0 + $1 }.producer.assertNoFailure().startWithValues(report)
  Future.zip([reading, reading]).map { $0.count }.producer.assertNoFailure().startWithValues(report)
  Future.zip(reading, reading).map { $0.0 + $0.1 }.producer.assertNoFailure().startWithValues(report)
  Future.zip(reading, reading, reading).map { $0.2 }.producer.assertNoFailure().startWithValues(report)
  Future.zip(reading, reading, reading, reading).map { $0.3 }.producer.assertNoFailure().startWithValues(
    report)
  Future.zip(reading, reading, reading, reading, reading).map { $0.4 }.producer.assertNoFailure()
    .startWithValues(report)
  Future.zip(reading, reading, reading, reading, reading, reading).map { $0.5 }.producer
    .assertNoFailure().startWithValues(report)
  Future<Int, SensorFailure>(error: .disconnected).start { _ in }
  Future<Int, SensorFailure>(result: .success(4)).start { _ in }
  Future(firstOf: safe).start { if case .success(let value?) = $0 { report(value) } }
  SignalProducer<Int, SensorFailure>(0..<3).flatMap(.concat) { _ in reading }.assertNoFailure()
    .startWithValues(report)
  reading.attach(Observer(next: report), Subscription())
}
