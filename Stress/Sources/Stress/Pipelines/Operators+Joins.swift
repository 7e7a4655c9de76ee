import Signals

extension PipelineOperator {
  static var joining: [Self] {
    [
      Self("combineLatest(with:)", .notFalling) { source, supplies in
        source.combineLatest(with: supplies.other()).map { $0.0 }
      },
      Self("combineLatest(_:)", .free) { source, supplies in
        supplies.random.oneIn(2)
          ? EventStream<D, [Item], Oops>.combineLatest([source, source]).map { $0[0] }
          : EventStream<D, (Item, Item, Item), Oops>.combineLatest(source, supplies.other(), source).map {
            $0.2
          }
      },
      Self("and(_:)", .notFalling) { source, supplies in
        source.map { $0.number > 9 }.and(supplies.other().map { $0.number > 9 }).map(to: .extra())
      },
      Self("or(_:)", .notFalling) { source, supplies in
        source.map { $0.number > 9 }.or(supplies.other().map { $0.number > 9 }).map(to: .extra())
      },
      Self("all(_:)", .free) { source, _ in
        let isLarge = source.map { $0.number > 9 }
        return EventStream<D, Bool, Oops>.all(isLarge, isLarge).map(to: .extra())
      },
      Self("any(_:)", .free) { source, _ in
        let isLarge = source.map { $0.number > 9 }
        return EventStream<D, Bool, Oops>.any(isLarge, isLarge).map(to: .extra())
      },
      Self("zip(with:)") { source, supplies in source.zip(with: supplies.other()).map { $0.0 } },
      Self("zip(_:)") { source, supplies in
        supplies.random.oneIn(2)
          ? EventStream<D, [Item], Oops>.zip([source, source]).map { $0[0] }
          : EventStream<D, (Item, Item, Item), Oops>.zip(source, supplies.other(), source).map { $0.0 }
      },
      Self("merge(with:)") { source, supplies in source.merge(with: supplies.other()) },
      Self("merge(_:)", .free) { source, _ in Items<D>.merge([source, source]) },
      Self("withLatest(from:)") { source, supplies in
        source.withLatest(from: supplies.trigger().setFailureType(to: Oops.self)).map { $0.0 }
      },
      Self("sample(on:repeating:)", .notFalling) { source, supplies in
        source.sample(on: supplies.trigger(), repeating: supplies.random.oneIn(2))
      },
      Self("chunks(boundedBy:upTo:includesEmpty:)") { source, supplies in
        source.chunks(boundedBy: supplies.trigger()).flatMap(.concat) { SignalProducer($0) }
      },
      Self("windows(boundedBy:)") { source, supplies in
        source.windows(boundedBy: supplies.trigger()).flatMap(.concat) { $0 }
      },
      Self("throttle(while:)") { source, supplies in source.throttle(while: supplies.isHeld.producer) },
      Self("append(_:)") { source, supplies in source.append(supplies.other()) },
      Self("andThen(_:)") { source, supplies in source.andThen(supplies.other()) },
      Self("ifEmpty(switchTo:)") { source, supplies in source.ifEmpty(switchTo: supplies.other()) },
      Self("race(with:)") { source, supplies in source.race(with: supplies.other()) },
      Self("race(_:)") { source, _ in Items<D>.race([source, source]) },
      Self("prefix(until:)") { source, supplies in source.prefix(until: supplies.trigger()) },
      Self("prefix(untilEndOf:)") { source, supplies in
        source.prefix(untilEndOf: supplies.trigger().prefix(1 + supplies.random.below(100)))
      },
      Self("prefix(untilReplacedBy:)") { source, supplies in source.prefix(untilReplacedBy: supplies.other())
      },
      Self("drop(until:)") { source, supplies in source.drop(until: supplies.trigger()) },
      Self("catch(_:)") { source, supplies in
        let other = supplies.other()
        return source.catch { _ in other }
      },
      Self("grouped(by:limit:)") { source, supplies in
        source.grouped(by: { $0.number % 5 }, limit: 1 + supplies.random.below(8)).flatMap(.merge) {
          $0.values
        }
      },
      Self("windows(ofCount:)") { source, supplies in
        source.windows(ofCount: 1 + supplies.random.below(8)).flatMap(.merge) { $0 }
      },
      Self("windows(every:on:)") { source, supplies in
        source.windows(every: supplies.interval(), on: supplies.scheduler()).flatMap(.merge) { $0 }
      },
      Self("windows(every:orCount:on:)") { source, supplies in
        source.windows(
          every: supplies.interval(), orCount: 1 + supplies.random.below(8), on: supplies.scheduler()
        ).flatMap(.merge) { $0 }
      },
      Self("windows(lasting:every:on:)", .notFalling) { source, supplies in
        source.windows(
          lasting: supplies.interval() * 2, every: supplies.interval(), on: supplies.scheduler()
        ).flatMap(.merge) { $0 }
      },
      Self("prefix(during:)") { source, supplies in
        let lifetime = Subscription()
        supplies.clock.schedule(after: supplies.interval() * 5) { lifetime.dispose() }
        return source.prefix(during: lifetime)
      },
    ]
  }

  static var flattening: [Self] {
    Scenario.strategies.map { strategy in
      Self("flatMap(_:_:)", strategy.order) { source, supplies in source.flatMap(strategy, supplies.inner()) }
    } + [
      Self("flatMap(_:_:)", .free) { source, supplies in
        let transform: @Sendable (Item) async throws(Oops) -> Item = { item async throws(Oops) in
          if item.number % 2 == 0 { await Task.yield() }
          return item
        }
        return source.flatMap(supplies.random.pick(Scenario.strategies), transform)
      },
      Self("flatten(_:)", .free) { source, supplies in
        source.map(supplies.inner()).flatten(supplies.random.pick(Scenario.strategies))
      },
    ]
  }
}

extension FlattenStrategy {
  /// Where several inner streams send, each at its own time, nothing can be said of the order.
  fileprivate var order: Listener.Order {
    switch self {
    case .merge, .concurrent: .free
    case .concat, .latest, .exhaust, .conflate, .race: .rising
    }
  }
}
