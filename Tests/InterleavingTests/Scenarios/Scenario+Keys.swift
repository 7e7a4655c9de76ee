import Signals

/// Keys, groups and limits, which several starts or values have in common.
extension Scenario {
  static let keys = [
    keyedShareAnswers, keyedShareEnds, limitedRuns, limitedRunsDisposal, groups, groupsEnd, switchedProperty,
  ]

  /// Each start gets the answer of the run that it joins, or begins.
  static let keyedShareAnswers = Scenario("two start the work of a key") { run in
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let shared = KeyedShare<Int, Int, Never>(replay: 1) { SignalProducer(value: $0) }
    return Plan({ shared[1].start(first.receive) }, { shared[1].start(second.receive) }) {
      for watcher in [first, second] {
        run.expect(watcher.values == [1], "a start misses the answer: \(watcher.values)")
        run.expect(watcher.ends == ["completed"], "P4: \(watcher.ends)")
      }
      run.expect(shared.count == 0, "D4: a run that is over is kept")
    }
  }

  /// A key never has two runs at once, and no run is left.
  static let keyedShareEnds = Scenario("two start the work of a key and dispose of it") { run in
    let (begun, ended) = (Tally(), Tally())
    let shared = KeyedShare<Int, Int, Never> { _ in
      SignalProducer { _, lifetime in
        begun.add()
        lifetime.onEnd { ended.add() }
      }
    }
    let use: @Sendable () -> Void = { shared[1].start().dispose() }
    return Plan(use, use) {
      run.expect((1...2).contains(begun.count), "P4: \(begun.count) runs")
      run.expect(ended.count == begun.count, "P5: \(begun.count) runs, \(ended.count) ends")
      run.expect(shared.count == 0, "D4: a run that is over is kept")
    }
  }

  /// One run at a time, and none is forgotten.
  static let limitedRuns = Scenario("two start work with one place") { run in
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let work = oneAtATime(run).limited(by: Limiter(atOnce: 1))
    return Plan({ work.start(first.receive) }, { work.start(second.receive) }) {
      for watcher in [first, second] {
        run.expect(watcher.values == [1], "a start is forgotten: \(watcher.values)")
        run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      }
    }
  }

  /// A start that is disposed of while it waits, begins or runs leaves its place to the next one.
  static let limitedRunsDisposal = Scenario("two start work with one place, one is disposed of") { run in
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let work = oneAtATime(run).limited(by: Limiter(atOnce: 1))
    let subscription = Subscription()
    return Plan(
      { work.attach(Observer(first.receive), subscription) }, { first.dispose(subscription) },
      { work.start(second.receive) }
    ) {
      run.expect(second.values == [1], "a start is forgotten: \(second.values)")
      run.expect(second.ends == ["completed"], "E1: \(second.ends)")
      run.expect(first.ends.count == 1, "P5: \(first.ends)")
    }
  }

  private static func oneAtATime(_ run: Run) -> SignalProducer<Int, Never> {
    let running = Tally()
    return SignalProducer { observer, _ in
      running.add()
      run.expect(running.count == 1, "two runs at once")
      run.pass()
      running.remove()
      observer.send(1)
      observer.complete()
    }
  }

  /// A value that opens a group is not missed by what observes it at once.
  static let groups = Scenario("two send values of two groups") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    signal.grouped { $0 % 2 }.flatMap(.merge) { $0.values }.observe(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        input.send(3); input.send(4)
      }
    ) {
      run.expect(watcher.values.sorted() == [1, 2, 3, 4], "a value is missed: \(watcher.values)")
      input.complete()
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
    }
  }

  static let groupsEnd = Scenario("a group is disposed of while values and the end come") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let subscription = Subscription()
    signal.producer.grouped { $0 % 2 }.flatMap(.merge) { $0.values }.attach(
      Observer(watcher.receive), subscription)
    return Plan(
      {
        input.send(1); input.send(3)
      },
      { input.complete() }, { watcher.dispose(subscription) }
    ) {
      run.expect(
        watcher.values == Array([1, 3].prefix(watcher.values.count)), "in order: \(watcher.values)")
      run.expect(watcher.ends.count == 1, "E1: \(watcher.ends)")
    }
  }

  /// What is shown belongs to one state (R3): the sum is always 0.
  static let switchedProperty = Scenario("transaction and read of a property that is switched") { run in
    let (a, b) = (MutableProperty(0), MutableProperty(0))
    let sum = a.flatMap { x in b.map { x + $0 } }
    let watcher = Watcher<Int>(run)
    sum.producer.start(watcher.receive)
    return Plan(
      {
        transaction {
          a.value = 1; b.value = -1
        }
      },
      { run.expect(sum.value == 0, "R3: read \(sum.value)") }
    ) {
      run.expect(watcher.values == [0], "R3: \(watcher.values)")
      run.expect(sum.value == 0, "R2: \(sum.value)")
    }
  }
}
