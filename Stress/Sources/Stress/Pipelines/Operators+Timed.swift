import Signals

extension PipelineOperator {
  static var timed: [Self] {
    [
      Self("delay(_:on:)") { source, supplies in source.delay(supplies.interval(), on: supplies.scheduler())
      },
      Self("debounce(for:on:onCompletion:)") { source, supplies in
        source.debounce(
          for: supplies.interval() / 10, on: supplies.anyScheduler(),
          onCompletion: supplies.random.oneIn(2) ? .flush : .drop)
      },
      Self("throttle(for:leading:trailing:on:)") { source, supplies in
        let leading = supplies.random.oneIn(2)
        return source.throttle(
          for: supplies.interval(), leading: leading, trailing: !leading || supplies.random.oneIn(2),
          on: supplies.anyScheduler())
      },
      Self("sample(every:on:)") { source, supplies in
        source.sample(every: supplies.interval(), on: supplies.scheduler())
      },
      Self("chunks(every:upTo:includesEmpty:on:)") { source, supplies in
        source.chunks(
          every: supplies.interval(), upTo: 1 + supplies.random.below(100),
          includesEmpty: supplies.random.oneIn(2),
          on: supplies.scheduler()
        ).flatMap(.concat) { Producer($0) }
      },
      Self("chunks(ofCount:orEvery:on:)") { source, supplies in
        source.chunks(
          ofCount: 1 + supplies.random.below(20), orEvery: supplies.interval(), on: supplies.scheduler()
        ).flatMap(.concat) { Producer($0) }
      },
      Self("prefix(for:on:)") { source, supplies in
        source.prefix(for: supplies.interval() * 10, on: supplies.scheduler())
      },
      Self("drop(for:on:)") { source, supplies in
        source.drop(for: supplies.interval(), on: supplies.anyScheduler())
      },
      Self("timeout(_:_:failingWith:on:)") { source, supplies in
        source.timeout(
          supplies.random.pick([.total, .betweenValues, .firstValue]), supplies.interval() * 5,
          failingWith: Oops(),
          on: supplies.scheduler())
      },
      Self("timeout(_:_:switchingTo:on:)") { source, supplies in
        source.timeout(
          supplies.random.pick([.total, .betweenValues, .firstValue]), supplies.interval() * 5,
          switchingTo: supplies.other(), on: supplies.scheduler())
      },
      Self("timestamped(on:)") { source, supplies in
        source.timestamped(on: supplies.scheduler()).map { $0.value }
      },
      Self("measureInterval(on:)") { source, supplies in
        source.measureInterval(on: supplies.scheduler()).map { $0.value }
      },
      Self("receive(on:)") { source, supplies in
        let limit = 1 + supplies.random.below(100)
        return source.receive(
          on: supplies.anyScheduler(),
          buffering: supplies.random.pick([.suspending(limit), .newest(limit), .oldest(limit)]))
      },
    ]
  }
}
