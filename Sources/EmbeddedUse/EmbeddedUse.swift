import Signals

// Generic code is compiled where it is called, so building the core for an embedded target proves
// little. This calls every operator; a test compares its calls with the operators there are. Tests/SmallTargets runs it, and
// expects the same reports everywhere.

/// A failure, as embedded programs have them: a plain enum.
public enum SensorFailure: Error {
  case disconnected
}

/// Calls everything that the core offers to producers.
public func useProducers(_ report: @escaping @Sendable (Int) -> Void) {
  let numbers = SignalProducer<Int, Never>(0..<10)
  let readings = numbers.setFailureType(to: SensorFailure.self)
  let clock = ImmediateScheduler()
  let stop = SignalProducer<Int, Never>.never

  numbers.map { $0 + 1 }.compactMap { $0 > 3 ? $0 : nil }.filter { $0 < 9 }.startWithValues(report)
  numbers.scan(0) { $0 + $1 }.scan(into: 0) { $0 += $1 }.startWithValues(report)
  numbers.reduce(0) { $0 + $1 }.reduce(into: 0) { $0 += $1 }.startWithValues(report)
  numbers.collect().map { $0.count }.startWithValues(report)
  numbers.prefix(3).prefix(while: { $0 < 2 }).prefix(until: stop).dropFirst().startWithValues(report)
  numbers.removeDuplicates().removeDuplicates(by: { $0 / 2 == $1 / 2 }).startWithValues(report)
  numbers.pairwise().map { $0.current - $0.previous }.startWithValues(report)
  numbers.pairwise(initial: 0).map { $0.current - $0.previous }.startWithValues(report)
  numbers.scanMap(0) { ($0 + 1, $0 + $1) }.scanMap(into: 0) { $0 += $1 }.map { 1 }.startWithValues(report)
  numbers.after(next: report, terminated: { report(11) }).startWithCompleted { report(12) }
  readings.mapError { _ in SensorFailure.disconnected }.startWithFailed { _ in report(-1) }
  stop.startWithInterrupted { report(-2) }.dispose()
  readings.on(
    starting: { report(1) }, started: { report(13) }, event: { if $0.isTerminating { report(14) } },
    next: report, failed: { _ in report(2) }, completed: { report(3) },
    interrupted: { report(4) }, terminated: { report(5) }, disposed: { report(6) }
  ).completeOnError().start()

  numbers.map(to: 1).enumerated().map { $0.offset + $0.element }.startWithValues(report)
  numbers.map { Optional($0) }.compacted().startWithValues(report)
  numbers.map { Optional($0) }.replaceNil(with: 0).startWithValues(report)
  numbers.reductions(0) { $0 + $1 }.count().startWithValues(report)
  numbers.min().merge(with: numbers.max()).startWithValues(report)
  numbers.contains(where: { $0 > 3 }).map { $0 ? 1 : 0 }.startWithValues(report)
  numbers.allSatisfy { $0 > 3 }.map { $0 ? 1 : 0 }.startWithValues(report)
  numbers.unique().unique(by: { $0 % 3 }).startWithValues(report)
  numbers.ignoreValues().startWithCompleted { report(9) }
  numbers.ignoreValues().setValueType(to: Int.self).startWithValues(report)
  numbers.prefix(through: { $0 > 3 }).suffix(2).dropLast().startWithValues(report)
  numbers.drop(while: { $0 < 3 }).first().startWithValues(report)
  numbers.first(where: { $0 > 3 }).merge(with: numbers.last()).startWithValues(report)
  numbers.last(where: { $0 > 3 }).merge(with: numbers.element(at: 2)).startWithValues(report)
  numbers.single().replaceError(with: 0).merge(with: numbers.single(where: { $0 > 8 }).completeOnError())
    .startWithValues(report)
  readings.replaceEmpty(with: 1).replaceError(with: 2).startWithValues(report)
  readings.completeOnError().materialize().dematerialize().startWithValues(report)
  readings.materializeResults().dematerializeResults().assertNoFailure().startWithValues(report)
  numbers.named("numbers").startWithValues(report)
  numbers.chunks(ofCount: 2).map { $0.count }.startWithValues(report)
  numbers.chunks(ofCount: 2, step: 1).map { $0.count }.startWithValues(report)
  numbers.chunked(by: { $1 - $0 < 2 }).map { $0.count }.startWithValues(report)
  numbers.chunked(on: { $0 / 2 }).map { $0.key + $0.values.count }.startWithValues(report)
  readings.assertNoFailure().startWithValues(report)
  readings.attemptMap { $0 < 5 ? .success($0) : .failure(.disconnected) }.completeOnError()
    .startWithValues(report)
  readings.attemptMap(checked).completeOnError().startWithValues(report)
  numbers.attemptMap(checked).completeOnError().startWithValues(report)
  numbers.interspersed(with: 0).startWithValues(report)

  numbers.race(with: numbers).startWithValues(report)
  SignalProducer.race([numbers, numbers]).startWithValues(report)
  numbers.sample(on: stop).throttle(while: SignalProducer<Bool, Never>.never).startWithValues(report)
  numbers.prefix(untilReplacedBy: numbers).drop(until: stop).startWithValues(report)
  numbers.prefix(untilEndOf: stop).append(1, 2).startWithValues(report)
  numbers.prefix(during: Subscription()).startWithValues(report)
  let isLarge = numbers.map { $0 > 4 }
  isLarge.negate().and(isLarge).or(isLarge).map { $0 ? 1 : 0 }.startWithValues(report)
  SignalProducer.all([isLarge, isLarge]).map { $0 ? 1 : 0 }.startWithValues(report)
  SignalProducer.any([isLarge, isLarge]).map { $0 ? 1 : 0 }.startWithValues(report)
  numbers.andThen(numbers).ifEmpty(switchTo: numbers).startWithValues(report)
  numbers.windows(ofCount: 2).flatMap { $0 }.startWithValues(report)
  numbers.windows(every: .seconds(1), on: NoClock()).flatMap { $0 }.startWithValues(report)
  numbers.windows(every: .seconds(1), orCount: 2, on: NoClock()).flatMap { $0 }.startWithValues(report)
  numbers.windows(lasting: .seconds(2), every: .seconds(1), on: NoClock()).flatMap { $0 }
    .startWithValues(report)
  numbers.grouped(by: { $0 % 3 }).flatMap { $0.values }.startWithValues(report)
  numbers.repeatForever().prefix(20).startWithValues(report)
  numbers.prefix(for: .seconds(1), on: NoClock()).drop(for: .zero, on: clock).startWithValues(report)
  numbers.timestamped(on: clock).map { $0.value }.startWithValues(report)
  numbers.measureInterval(on: clock).map { $0.value }.startWithValues(report)

  SignalProducer<Int, Never>(result: .success(1)).startWithValues(report)
  SignalProducer<Int, Never>.repeating(1).prefix(3).startWithValues(report)
  SignalProducer<Int, Never>.unfold(1) { $0 < 10 ? ($0, $0 * 2) : nil }.startWithValues(report)
  SignalProducer<Int, Never>.using({ AnyDisposable { report(10) } }, { _ in numbers })
    .startWithValues(report)

  numbers.merge(with: numbers).startWithValues(report)
  SignalProducer.merge(numbers, numbers).startWithCompleted { report(7) }
  numbers.combineLatest(with: numbers).map { $0 + $1 }.startWithValues(report)
  SignalProducer.combineLatest([numbers, numbers]).map { $0.count }.startWithValues(report)
  SignalProducer.combineLatest(numbers, numbers).map { $0.0 + $0.1 }.startWithValues(report)
  SignalProducer.combineLatest(numbers, numbers, numbers).map { $0.2 }.startWithValues(report)
  SignalProducer.combineLatest(numbers, numbers, numbers, numbers).map { $0.3 }.startWithValues(report)
  SignalProducer.combineLatest(numbers, numbers, numbers, numbers, numbers).map { $0.4 }
    .startWithValues(report)
  SignalProducer.combineLatest(numbers, numbers, numbers, numbers, numbers, numbers).map { $0.5 }
    .startWithValues(report)
  SignalProducer.combineLatest(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.6 }.startWithValues(report)
  SignalProducer.combineLatest(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.7 }.startWithValues(report)
  SignalProducer.combineLatest(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.8 }.startWithValues(report)
  SignalProducer.combineLatest(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.9 }.startWithValues(report)
  numbers.zip(with: numbers).map { $0 + $1 }.startWithValues(report)
  SignalProducer.zip([numbers, numbers]).map { $0.count }.startWithValues(report)
  SignalProducer.zip(numbers, numbers).map { $0.0 + $0.1 }.startWithValues(report)
  SignalProducer.zip(numbers, numbers, numbers).map { $0.2 }.startWithValues(report)
  SignalProducer.zip(numbers, numbers, numbers, numbers).map { $0.3 }.startWithValues(report)
  SignalProducer.zip(numbers, numbers, numbers, numbers, numbers).map { $0.4 }.startWithValues(report)
  SignalProducer.zip(numbers, numbers, numbers, numbers, numbers, numbers).map { $0.5 }
    .startWithValues(report)
  SignalProducer.zip(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.6 }.startWithValues(report)
  SignalProducer.zip(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.7 }.startWithValues(report)
  SignalProducer.zip(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.8 }.startWithValues(report)
  SignalProducer.zip(
    numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers, numbers
  ).map { $0.9 }.startWithValues(report)
  numbers.withLatest(from: numbers).map { $0 + $1 }.startWithValues(report)
  let volume = MutableProperty(1)
  numbers.withLatest(from: volume).map { $0 * $1 }.startWithValues(report)
  numbers.throttle(while: volume.map { $0 == 0 }).startWithValues(report)
  numbers.chunks(boundedBy: stop).map { $0.count }.startWithValues(report)
  numbers.windows(boundedBy: stop).flatMap { $0 }.startWithValues(report)
  numbers.append(numbers).prepend(numbers).prepend(1, 2).startWithValues(report)
  numbers.flatMap { SignalProducer(value: $0) }.startWithValues(report)
  numbers.flatMap { SignalProducer<Int, Never>(value: $0) }.startWithValues(report)
  numbers.flatMap(.concat) { SignalProducer(value: $0) }.startWithValues(report)
  numbers.flatMap(.latest) { SignalProducer(value: $0) }.startWithValues(report)
  numbers.map { SignalProducer<Int, SensorFailure>(value: $0) }.flatten(.concat).assertNoFailure()
    .startWithValues(report)
  readings.catch { _ in SignalProducer<Int, Never>.empty }.startWithValues(report)
  readings.retry(2).repeat(2).assertNoFailure().startWithValues(report)
  readings.retry(when: { _ in numbers }).assertNoFailure().startWithValues(report)

  numbers.flatMap(.concurrent(limit: 2)) { SignalProducer(value: $0) }.startWithValues(report)
  numbers.flatMap(.exhaust) { SignalProducer(value: $0) }.startWithValues(report)
  numbers.flatMap(.conflate) { SignalProducer(value: $0) }.startWithValues(report)
  numbers.flatMap(.race) { SignalProducer(value: $0) }.startWithValues(report)
  readings.retry(RetryPolicy(limit: 2, delay: .exponential(first: .seconds(1))), on: clock)
    .assertNoFailure().startWithValues(report)

  numbers.throttle(for: .seconds(1), on: clock).start(on: clock).startWithValues(report)
  numbers.delayStart(.seconds(1), on: clock).sample(every: .seconds(1), on: NoClock())
    .startWithValues(report)
  readings.timeout(.total, .seconds(1), failingWith: .disconnected, on: clock)
    .timeout(.firstValue, .seconds(1), switchingTo: readings, on: clock).assertNoFailure()
    .startWithValues(report)
  numbers.chunks(every: .seconds(1), on: NoClock()).map { $0.count }.startWithValues(report)
  numbers.chunks(ofCount: 2, orEvery: .seconds(1), on: clock).map { $0.count }.startWithValues(report)
  SignalProducer.interval(every: .seconds(1), on: NoClock()).startWithValues(report)
  SignalProducer.interval(every: .seconds(1), of: [1, 2], on: NoClock()).startWithValues(report)
  SignalProducer.timer(after: .seconds(1), on: clock).startWithCompleted { report(8) }
  SignalProducer.deferred { numbers }.startWithValues(report)

  numbers.delay(.seconds(1), on: clock).debounce(for: .seconds(1), on: clock).receive(on: clock)
    .startWithValues(report)

  numbers.multicast({ $0.merge(with: $0) }).startWithValues(report)
  readings.share().startWithResult { if case .success(let value) = $0 { report(value) } }
  numbers.startWithSignal { signal, interrupter in
    signal.observeValues(report)
    interrupter.dispose()
  }
}

/// Calls what exists for signals only, and the disposables.
public func useSignals(_ report: @escaping @Sendable (Int) -> Void) {
  let (signal, input) = Signal<Int, SensorFailure>.pipe()
  let observations = CompositeDisposable()
  let current = SerialDisposable()
  observations += current
  observations += signal.completeOnError().assertNoFailure().observeValues(report)
  observations += signal.completeOnError().observeCompleted { report(1) }
  observations += signal.observeFailed { _ in report(2) }
  observations += signal.completeOnError().observeInterrupted { report(3) }
  observations += signal.observeResult { if case .failure = $0 { report(4) } }
  observations += ScopedDisposable(AnyDisposable { report(5) })
  current.inner = signal.observe { if case .next(let value) = $0 { report(value) } }
  signal.share().map { $0 * 2 }.producer.completeOnError().startWithValues(report)
  Signal<Int, Never> { observer, lifetime in
    observer.send(1)
    lifetime.onEnd { report(6) }
  }.observeInterrupted { report(7) }
  Signal<Int, Never>.never.merge(with: Signal<Int, Never>.empty).observeValues(report)
  input.send(1)
  input.send(event: .next(2))
  input.fail(.disconnected)
  input.complete()
  input.interrupt()
  observations.dispose()
  _ = SignalProducer<Int, SensorFailure>(error: .disconnected).completeOnError().start()
}

@Sendable private func checked(_ number: Int) throws(SensorFailure) -> Int {
  if number > 5 { throw .disconnected }
  return number
}

/// Where time stands still.
private struct NoClock: Scheduler {
  var now: Duration { .zero }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable { AnyDisposable {} }

  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    AnyDisposable {}
  }
}
