import Signals
import Synchronization

extension Scenario {
  static let flattening = [
    Scenario(
      name: "flatmap", summary: "all strategies, outer and inner streams from all threads",
      rules: "E1, E6, P9, D4",
      run: flattenFromAllThreads),
    Scenario(
      name: "joins", summary: "joins of pipes that all threads send into", rules: "E1, E3, E6",
      run: joinFromAllThreads),
  ]

  static let strategies: [FlattenStrategy] = [
    .merge, .concat, .concurrent(limit: 3), .latest, .exhaust, .conflate, .race,
  ]

  private static func flattenFromAllThreads(_ round: Round) {
    var random = round.random
    let strategy = random.pick(strategies)
    round.describe("flatMap(.\(strategy))")
    let limit =
      switch strategy {
      case .concat, .latest, .exhaust, .conflate: 1
      case .concurrent(let limit): limit
      case .merge, .race: Int.max
      }
    let attached = Atomic<Int>(0)
    let inners = (0..<4).map { _ in Signal<Item, Oops>.pipe() }
    let (outer, input) = Signal<Item, Oops>.pipe()
    let listener = Listener("observer of flatMap", round.faults, isInterrupted: true)
    let flattened = outer.producer.flatMap(strategy) { item -> SignalProducer<Item, Oops> in
      let inner = inners[item.number % inners.count].output
      return SignalProducer { observer, lifetime in
        let others = attached.add(1, ordering: .acquiringAndReleasing).oldValue
        // With latest, the next one may be attached on one thread while the one before is let go of on another.
        if strategy != .latest {
          round.expect(others < limit, "P9", "\(others + 1) inner streams are attached with \(strategy)")
        }
        lifetime.onEnd { attached.subtract(1, ordering: .acquiringAndReleasing) }
        lifetime += inner.prefix(5).observe(observer)
      }
    }
    let start = flattened.start(listener.observer())
    round.onThreads { worker in
      var number = 0
      while worker.isRunning, number < 3000 {
        number += 1
        if worker.index < 2 {
          // With merge and race, all that are attached hear every inner value.
          if number > 200 { continue }
          worker.call("send of an outer value") { input.send(Item(worker.index, number)) }
        } else {
          let inner = inners[worker.random.below(inners.count)].input
          // The same value arrives once for each inner stream that hears it.
          worker.call("send of an inner value") { inner.send(.extra(number)) }
        }
      }
    }
    round.count(events: listener.count)
    for inner in inners { round.call("complete of an inner stream") { inner.input.complete() } }
    round.call("complete of the outer stream") { input.complete() }
    round.expect(
      round.eventually { listener.ends.count == 1 }, "E3",
      "flatMap(.\(strategy)) ended with \(listener.ends) after all its streams had")
    round.expect(
      round.eventually { attached.load(ordering: .acquiring) == 0 }, "D4",
      "\(attached.load(ordering: .acquiring)) inner streams of flatMap(.\(strategy)) are attached after the end"
    )
    round.call("dispose") { start.dispose() }
  }

  private static func joinFromAllThreads(_ round: Round) {
    let pipes = (0..<3).map { _ in Signal<Item, Oops>.pipe() }
    let signals = pipes.map(\.output)
    let merged = Listener("observer of merge", round.faults, keepsLog: true)
    let zipped = Listener("observer of zip", round.faults)
    let combined = Listener("observer of combineLatest", round.faults, order: .free)
    let latest = Listener("observer of withLatest", round.faults, order: .free)
    Signal.merge(signals).observe(merged.observer())
    Signal.zip(signals).map { values in
      round.expect(
        Set(values.map(\.number)).count == 1, "E6",
        "zip joins values of different numbers: \(values.map(\.number))")
      return values[0]
    }.observe(zipped.observer())
    Signal.combineLatest(signals).map { $0.max()! }.observe(combined.observer())
    signals[0].withLatest(from: signals[1]).map { $0.0 }.observe(latest.observer())
    let sent = Atomic<Int>(0)
    // A pipe has one sender, so that its values have one order.
    round.onThreads(3) { worker in
      var number = 0
      while worker.isRunning, number < 5000 {
        number += 1
        worker.call("send into a join") { pipes[worker.index].input.send(Item(worker.index, number)) }
      }
      sent.add(number, ordering: .relaxed)
      worker.call("complete") { pipes[worker.index].input.complete() }
    }
    let all = sent.load(ordering: .relaxed)
    round.count(events: merged.count + zipped.count + combined.count)
    round.expect(merged.count == all, "E6", "merge passed on \(merged.count) of \(all) values")
    for listener in [merged, zipped, combined] {
      round.expect(
        listener.ends == ["completed"], "E3",
        "\(listener.name) got the ends \(listener.ends), all sources completed")
    }
  }
}
