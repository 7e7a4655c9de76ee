import Signals
import Synchronization

extension PipelineOperator {
  static var shared: [Self] {
    [
      Self("share()") { source, _ in source.share() }
    ]
  }
}

extension PipelineOperator where D == Pull {
  /// What only producers have.
  static var forProducers: [Self] {
    [
      Self("prepend(_:)") { source, supplies in
        supplies.random.oneIn(2) ? source.prepend(supplies.other()) : source.prepend(.extra(), .extra())
      },
      Self("retry(_:)", .free) { source, supplies in source.retry(supplies.random.below(4)) },
      Self("retry(_:on:)", .free) { source, supplies in
        source.retry(
          RetryPolicy(limit: 3, delay: .constant(supplies.interval()), jitter: 0.5),
          on: supplies.anyScheduler())
      },
      Self("retry(when:)", .free) { source, supplies in
        let trigger = supplies.trigger()
        return Producer.deferred {
          let attempts = Atomic<Int>(0)
          return source.retry(when: { _ in
            trigger.prefix(attempts.add(1, ordering: .relaxed).oldValue < 3 ? 1 : 0)
          })
        }
      },
      Self("repeat(_:)", .free) { source, supplies in source.repeat(supplies.random.below(4)) },
      Self("repeatForever()", .free) { source, supplies in
        // The round ends it from outside, while it repeats. But the thread that says so may be inside an observer that
        // comes first, and repeat there what has ended for ever: then it must find out by itself.
        let isOver = supplies.isOver
        let lateRuns = Atomic<Int>(0)
        return Producer.deferred {
          let goesOn = !isOver.value || lateRuns.add(1, ordering: .relaxed).oldValue < 100
          return goesOn ? source : .never
        }
        .repeatForever().prefix(until: supplies.over).prefix(500)
      },
      Self("delayStart(_:on:)") { source, supplies in
        source.delayStart(supplies.interval(), on: supplies.anyScheduler())
      },
      Self("start(on:)") { source, supplies in source.start(on: supplies.anyScheduler()) },
      Self("limited(by:)", .free) { source, supplies in
        let limiter =
          supplies.random.oneIn(2)
          ? Limiter(
            atOnce: 1 + supplies.random.below(3), waiting: supplies.random.below(4), refusing: .oldest)
          : Limiter(
            atOnce: 3, starts: 2, every: supplies.interval(), on: supplies.anyScheduler(),
            waiting: supplies.random.below(4))
        return source.limited(by: limiter).merge(with: source.limited(by: limiter))
      },
      Self("limited(by:failingWith:)") { source, supplies in
        let limiter = Limiter(starts: 1, every: supplies.interval(), on: supplies.scheduler(), waiting: 0)
        return source.limited(by: limiter, failingWith: Oops())
      },
      Self("share(replay:scope:)") { source, supplies in
        supplies.random.oneIn(2)
          ? source.share(replay: supplies.random.below(4))
          // What is shared for ever must end with the round.
          : source.prefix(until: supplies.over).share(replay: supplies.random.below(4), scope: .forever)
      },
      Self("replayLazily(_:)") { source, supplies in source.replayLazily(supplies.random.below(4)) },
      Self("multicast()") { source, _ in
        let connectable = source.multicast()
        return Producer { observer, lifetime in
          lifetime += connectable.producer.start(observer)
          lifetime += connectable.connect()
        }
      },
      Self("multicast(_:)", .notFalling) { source, _ in source.multicast { $0.merge(with: $0) } },
      Self("connect()") { source, _ in
        let connectable = source.multicast()
        return Producer { observer, lifetime in
          lifetime += connectable.connect()
          lifetime += connectable.signal.observe(observer)
        }
      },
      Self("buffer(_:onOverflow:)") { source, supplies in
        source.buffer(
          1 + supplies.random.below(10),
          onOverflow: supplies.random.pick([.dropOldest, .dropNewest, .suspend]))
      },
      Self("stored(initial:)") { source, _ in
        Producer.deferred {
          source.completeOnError().stored(initial: .extra()).producer.setFailureType(to: Oops.self)
        }
      },
    ]
  }
}
