import Signals
import Synchronization

extension Scenario {
  static let bindings = [
    Scenario(
      name: "binding-two-ways", summary: "two properties that set each other, set from all threads",
      rules: "R5", weight: longToShow,
      run: bindTwoWays),
    Scenario(
      name: "binding-chain", summary: "a chain of bindings that come and go", rules: "R5, D4",
      run: bindInChain),
    Scenario(
      name: "action", summary: "all threads apply one action", rules: "E1, R2", run: applyFromAllThreads),
    Scenario(
      name: "future-promise", summary: "results that several threads give", rules: "E1, E6",
      run: resolveFromAllThreads),
  ]

  private static func bindTwoWays(_ round: Round) {
    let (left, right) = (MutableProperty(0), MutableProperty(0))
    left.bind(to: right)
    right.bind(to: left)
    round.onThreads { worker in
      // Few, and then a rest: how soon bindings settle while sets go on, the contract does not say.
      for _ in 0..<50 where worker.isRunning {
        let value = worker.random.below(10)
        worker.call("set of bound properties") {
          if worker.index % 2 == 0 { left.value = value } else { right.value = value }
        }
        round.count(events: 1)
      }
    }
    round.expect(
      round.eventually { left.value == right.value }, "R5",
      "two properties bound to each other rest at \(left.value) and \(right.value)")
  }

  private static func bindInChain(_ round: Round) {
    let chain = (0..<10).map { _ in MutableProperty(0) }
    for (source, target) in zip(chain, chain.dropFirst()) { source.map { $0 }.bind(to: target) }
    round.onThreads { worker in
      while worker.isRunning {
        if worker.index == 0 {
          worker.call("set at the head of a chain") { chain[0].modify { $0 += 1 } }
          round.count(events: 1)
        } else {
          let token = Token()
          let target = MutableProperty(0)
          let binding = worker.call("bind") {
            chain[9].map { value in
              withExtendedLifetime(token) {}
              return value
            }.bind(to: target)
          }
          worker.call("dispose") { binding.dispose() }
        }
      }
    }
    let first = chain[0].value
    round.expect(
      round.eventually { chain.allSatisfy { $0.value == first } }, "R5",
      "the head of a chain of bindings has \(first), the others \(chain.map(\.value))")
  }

  private static func applyFromAllThreads(_ round: Round) {
    let running = Atomic<Int>(0)
    let action = Action<Int, Item, Oops> { number in
      SignalProducer { observer, lifetime in
        let before = running.add(1, ordering: .acquiringAndReleasing).oldValue
        round.expect(before == 0, "R2", "an action ran twice at once")
        observer.send(Item(-1, number))
        running.subtract(1, ordering: .acquiringAndReleasing)
        if number % 3 == 0 { observer.fail(Oops()) } else { observer.complete() }
      }
    }
    let outcomes = Atomic<Int>(0)
    action.completed.observeValues { outcomes.add(1, ordering: .relaxed) }
    action.errors.observeValues { _ in outcomes.add(1, ordering: .relaxed) }
    action.disabledErrors.observeValues { outcomes.add(1, ordering: .relaxed) }
    let applied = Atomic<Int>(0)
    round.onThreads { worker in
      while worker.isRunning {
        let ends = Atomic<Int>(0)
        let number = worker.random.below(100)
        applied.add(1, ordering: .relaxed)
        worker.call("apply of Action") {
          _ = action.apply(number).start { event in
            if event.isTerminating { ends.add(1, ordering: .relaxed) }
          }
        }
        let count = ends.load(ordering: .relaxed)
        round.expect(count == 1, "E1", "a synchronous action had \(count) ends when start returned")
      }
    }
    let (all, told) = (applied.load(ordering: .relaxed), outcomes.load(ordering: .relaxed))
    round.count(events: told)
    round.expect(all == told, "E1", "of \(all) applications of an action, \(told) had an outcome")
    round.expect(!action.isExecuting.value, "R2", "an action says that it runs, and nothing does")
    round.expect(action.isEnabled.value, "R2", "an action says that it is disabled, and nothing runs")
  }

  private static func resolveFromAllThreads(_ round: Round) {
    let resolvers = Guarded<[@Sendable (Result<Item, Oops>) -> Void]>([])
    let results = Atomic<Int>(0)
    let futures = 200
    for _ in 0..<futures {
      let token = Token()
      Future<Item, Oops> { resolve, lifetime in
        resolvers.withLock { $0.append(resolve) }
        lifetime.onEnd { withExtendedLifetime(token) {} }
      }
      .start { _ in results.add(1, ordering: .relaxed) }
    }
    let promise = LatestValue<Item, Oops>()
    let listeners = (0..<3).map { Listener("observer \($0) of a promise", round.faults, isInterrupted: true) }
    for listener in listeners { listener.attached(promise.producer.start(listener.observer())) }
    let all = resolvers.withLock { resolvers in
      defer { resolvers = [] }
      return resolvers
    }
    round.onThreads { worker in
      for (number, resolve) in all.enumerated() {
        worker.call("resolve of Future") { resolve(number % 2 == 0 ? .success(.extra()) : .failure(Oops())) }
      }
      var number = 0
      while worker.isRunning {
        number += 1
        switch worker.random.below(3) {
        case 0:
          worker.call("set of LatestValue to a stream") {
            promise.set(SignalProducer<Item, Oops>(value: .extra()))
          }
        case 1:
          let start = worker.call("start of a promise") { promise.producer.startWithFailed { _ in } }
          worker.call("dispose") { start.dispose() }
        default: worker.call("set of LatestValue") { promise.set(value: Item(worker.index, number)) }
        }
      }
    }
    let count = results.load(ordering: .relaxed)
    round.expect(count == futures, "E1", "\(futures) futures gave \(count) results")
    for listener in listeners {
      round.count(events: listener.count)
      round.call("dispose") { listener.disposeElsewhere() }
    }
  }
}
