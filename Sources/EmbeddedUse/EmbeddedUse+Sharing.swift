import Signals

/// Calls what shares one run of the work.
public func useSharing(_ report: @escaping @Sendable (Int) -> Void) {
  let numbers = SignalProducer<Int, Never>(0..<10)
  numbers.share(replay: 2).startWithValues(report)
  numbers.share(replay: 1, scope: .forever).startWithCompleted { report(1) }
  numbers.replayLazily(3).startWithValues(report)

  let drops = MutableProperty(0)
  let start = numbers.buffer(2, onOverflow: .dropOldest, drops: drops).startWithValues(report)
  start.pause()
  start.resume()
  report(drops.value)

  let shared = numbers.multicast()
  shared.signal.observeValues(report)
  shared.producer.startWithCompleted { report(2) }
  shared.connect().dispose()

  let squares = KeyedShare<Int, Int, Never>(replay: 1) { SignalProducer(value: $0 * $0) }
  squares[3].startWithValues(report)
  report(squares.count)

  let refusals = MutableProperty(0)
  let limiter = Limiter(atOnce: 1, waiting: 1, refusing: .oldest, refusals: refusals)
  numbers.limited(by: limiter).startWithValues(report)
  numbers.limited(by: limiter, failingWith: SensorFailure.disconnected).startWithFailed { _ in report(3) }
  numbers.limited(by: Limiter(starts: 1, every: .seconds(1), on: ImmediateScheduler()))
    .startWithValues(report)
  report(limiter.runningCount + limiter.waitingCount + refusals.value)
}
