import Signals

/// What waits for something else: groups and windows for their first observer, a run for the end of the one before, a value for
/// the newest one of the same source.
extension Scenario {
  static let waiting =
    [
      groupsWait(.concat), groupsWait(.concurrent(limit: 1)), groupsWait(.concurrent(limit: 2)),
      groupsWait(.merge), windowsWait, groupsMove, groupsArePaused, groupsAreReleased, latestOfOneSource,
      latestOfProperties, sampleOfOneSource, noteWhetherOnly,
    ] + runs

  // MARK: Groups

  /// The values of a group that waits come when it is its turn, each once (G2).
  private static func groupsWait(_ strategy: FlattenStrategy) -> Scenario {
    Scenario("two send while groups wait behind \(strategy)") { run in
      let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
      signal.producer.grouped { $0 % 2 }.flatMap(strategy) { $0.values }.start(watcher.receive)
      return Plan(
        {
          input.send(1); input.send(2)
        },
        {
          input.send(11); input.send(12)
        }
      ) {
        input.complete()
        run.expect(watcher.values.sorted() == [1, 2, 11, 12], "G2: \(watcher.values)")
        if strategy == .concat || strategy == .concurrent(limit: 1) {
          let groups = watcher.values.map { $0 % 2 }
          run.expect(groups[0] == groups[1], "G2: one group comes after the other: \(watcher.values)")
        }
        run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
      }
    }
  }

  static let windowsWait = Scenario("two send while windows wait behind concat") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let (boundary, close) = Signal<Int, Never>.pipe()
    signal.producer.windows(boundedBy: boundary).flatMap(.concat) { $0 }.start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2); input.send(3)
      },
      {
        close.send(0); close.send(0)
      }
    ) {
      input.complete()
      run.expect(watcher.values == [1, 2, 3], "G2: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// Another thread than the one that sends observes a group first.
  static let groupsMove = Scenario("groups are received on another thread while two send") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let jobs = Jobs(run)
    signal.producer.grouped { $0 % 2 }.receive(on: jobs).flatMap(.merge) { $0.values }.start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2); input.send(3)
      },
      {
        jobs.runNext(); jobs.runNext()
      }, { input.send(4) }
    ) {
      while jobs.runNext() {}
      run.expect(watcher.values.sorted() == [1, 2, 3, 4], "G2: \(watcher.values)")
      run.expect(watcher.values.filter { [1, 3].contains($0) } == [1, 3], "E6: \(watcher.values)")
      input.complete()
      while jobs.runNext() {}
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  static let groupsArePaused = Scenario("pause and resume while a group waits") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let start = Subscription()
    signal.producer.grouped { $0 % 2 }.flatMap(.concat) { $0.values }
      .attach(Observer(watcher.receive), start)
    return Plan(
      {
        input.send(1); input.send(2); input.send(4)
      },
      {
        start.pause(); start.resume()
      }
    ) {
      input.complete()
      run.expect(watcher.values == [1, 2, 4], "G2, B1: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// What waits in a group that is never observed is released with it.
  static let groupsAreReleased = Scenario("dispose while a group waits and receives") { run in
    let alive = Tally()
    let (signal, input) = Signal<Counted, Never>.pipe()
    let (watcher, start) = (Watcher<Int>(run), Subscription())
    signal.producer.grouped { $0.number % 2 }.flatMap(.concat) { $0.values }.map(\.number)
      .attach(Observer(watcher.receive), start)
    return Plan(
      {
        for number in 1...3 { input.send(Counted(number, alive)) }
      }, { watcher.dispose(start) }
    ) {
      run.expect([[], [1], [1, 3]].contains(watcher.values), "G2: \(watcher.values)")
      run.expect(alive.count == 0, "G2: \(alive.count) values are kept that can be observed no more")
    }
  }

  // MARK: The newest value

  /// What remembers a value of a source has it before what acts on it, whichever was attached first (S11).
  static let latestOfOneSource = Scenario("two send to both sides of withLatest") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let early = Watcher<[Int]>(run, "the observer from the beginning")
    let late = Watcher<[Int]>(run, "the observer that comes later")
    let pairs = signal.producer.map { $0 }.withLatest(from: signal.filter { _ in true }).map { [$0, $1] }
    pairs.start(early.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { input.send(3) }, { pairs.start(late.receive) }
    ) {
      for watcher in [early, late] {
        run.expect(watcher.values.allSatisfy { $0[0] == $0[1] }, "S11: \(watcher.values)")
      }
      run.expect(early.values.count == 3, "S11: \(early.values)")
    }
  }

  static let latestOfProperties = Scenario("set a property that is combined with what is computed from it") {
    run in
    let number = MutableProperty(1)
    let tenfold = number.map { $0 * 10 }
    let watcher = Watcher<[Int]>(run)
    number.producer.withLatest(from: tenfold.producer).map { [$0, $1] }.start(watcher.receive)
    return Plan(
      {
        number.value = 2
        number.value = 3
      }, { _ = tenfold.value }, { _ = number.value }
    ) {
      run.expect(watcher.values.allSatisfy { $0[0] * 10 == $0[1] }, "S11: \(watcher.values)")
      run.expect(watcher.values.last?[0] == number.value, "R2: \(watcher.values)")
    }
  }

  static let sampleOfOneSource = Scenario("two send to both sides of a sample") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    signal.producer.sample(on: signal).start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { input.send(3) }
    ) {
      run.expect(watcher.values.sorted() == [1, 2, 3], "S11: \(watcher.values)")
    }
  }

  /// The list notes that it has one observer, while another thread disposes of that one: two values wait behind that (D2).
  static let noteWhetherOnly = Scenario("observe inside a value, send twice there, and dispose") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (derived, late, start) = (signal.map { $0 }, Watcher<Int>(run, "the second"), Subscription())
    let first = Watcher<Int>(run, "the first") { event in
      guard event == .next(1) else { return }
      derived.attach(Observer(late.receive), start)
      for value in 2...4 { input.send(value) }
    }
    signal.observe(first.receive)
    return Plan({ input.send(1) }, { late.dispose(start) }) {
      run.expect(first.values == [1, 2, 3, 4], "S4: \(first.values)")
      run.expect(
        zip(late.values, late.values.dropFirst()).allSatisfy { $0 + 1 == $1 },
        "S4: a value is left out: \(late.values)")
    }
  }

  // MARK: Runs that follow one another

  private typealias Work = SignalProducer<Int, Oops>

  /// A run has something open until its lifetime ends, and ends on another thread than the one that began it: the next run
  /// begins when it is closed again (P9).
  private static let runs = [
    oneAtATime("retry", failing: true) { $0.retry(2) },
    oneAtATime("retry of what using opens", failing: true) { work in
      SignalProducer.using({ AnyDisposable {} }, { _ in work }).retry(2)
    },
    oneAtATime("repeat") { $0.repeat(3) },
    oneAtATime("append") { $0.append($0) },
    oneAtATime("prepend") { $0.prepend($0) },
    oneAtATime("andThen") { $0.andThen($0) },
    oneAtATime("ifEmpty") { $0.ifEmpty(switchTo: $0) },
    oneAtATime("catch", failing: true) { work in work.catch { _ in work } },
    oneAtATime("flatMap concat") { work in SignalProducer(1...2).flatMap(.concat) { _ in work } },
    oneAtATime("flatMap with a limit") { work in
      SignalProducer(1...2).flatMap(.concurrent(limit: 1)) { _ in work }
    },
    oneAtATime("flatMap conflate") { work in SignalProducer(1...2).flatMap(.conflate) { _ in work } },
    oneAtATime("retry of a share", failing: true) { $0.share().retry(2) },
    oneAtATime("retry of shared work with a key", failing: true) { work in
      let shared = KeyedShare<Int, Int, Oops> { _ in work }
      return shared[1].retry(2)
    },
    actionAgain,
    startedAgain("a share") { $0.share() },
    startedAgain("shared work with a key") { work in KeyedShare<Int, Int, Oops> { _ in work }[1] },
  ]

  /// A run that waits for the one before is disposed of before it begins: the next one waits for that one too (P9).
  private static func startedAgain(
    _ name: String, _ operation: @escaping @Sendable (Work) -> Work
  ) -> Scenario {
    Scenario("\(name) is started twice while a run ends") { run in
      let open = Tally()
      let shared = operation(work(run, open) { _ in })
      let start: @Sendable () -> any Disposable = { shared.startWithFailed { _ in } }
      let (first, last) = (start(), Holder<any Disposable>())
      return Plan(
        { first.dispose() },
        {
          start().dispose()
          last.held = start()
        }
      ) {
        last.held!.dispose()
        last.held = nil
        run.expect(open.count == 0, "P5: \(open.count) runs are open")
      }
    }
  }

  /// A run of an action is disposed of right before its work begins: the next one may not begin beside it (P9).
  static let actionAgain = Scenario(
    "a run of an action begins and is disposed of, and the next one begins"
  ) { run in
    let open = Tally()
    let work = work(run, open) { _ in run.pass() }
    let action = Action<Int, Int, Oops> { _ in work }
    let (first, second) = (Subscription(), Subscription())
    let start: @Sendable (Subscription) -> Void = { subscription in
      action.apply(1).attach(Observer(next: { _ in }, end: { _ in }), subscription)
    }
    return Plan(
      { start(first) },
      {
        first.dispose()
        start(second)
      }
    ) {
      second.dispose()
      run.expect(open.count == 0, "P5: \(open.count) runs are open")
      run.expect(action.isEnabled.value, "P9: the action is not enabled again")
    }
  }

  /// Work that has something open until its lifetime ends.
  private static func work(
    _ run: Run, _ open: Tally, _ begin: @escaping @Sendable (Observer<Int, Oops>) -> Void
  ) -> Work {
    Work { observer, lifetime in
      open.add()
      run.expect(open.count == 1, "P9: \(open.count) runs at once")
      lifetime.onEnd {
        run.pass()
        open.remove()
      }
      begin(observer)
    }
  }

  private static func oneAtATime(
    _ name: String, failing: Bool = false, _ operation: @escaping @Sendable (Work) -> Work
  ) -> Scenario {
    Scenario("two end the runs of \(name), a third disposes") { run in
      let (open, begun) = (Tally(), Tally())
      let current = Holder<Observer<Int, Oops>>()
      let work = work(run, open) { observer in
        begun.add()
        current.held = observer
      }
      let (watcher, start) = (Watcher<Int>(run), Subscription())
      operation(work).completeOnError().attach(Observer(watcher.receive), start)
      let end: @Sendable () -> Void = { failing ? current.held!.fail(Oops()) : current.held!.complete() }
      return Plan(end, end, { watcher.dispose(start) }) {
        run.expect(watcher.ends.count == 1, "E1: \(watcher.ends)")
        run.expect(open.count == 0, "P5: \(open.count) of \(begun.count) runs are open")
        current.held = nil
      }
    }
  }
}
