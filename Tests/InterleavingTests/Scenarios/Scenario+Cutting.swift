import Signals

extension Scenario {
  static let cutting = [
    prefixOfSends, prefixUntil, raceOfPipes, switchAndSend, repeated, failureAndValue, emptiness,
  ]

  /// Two threads send to a stage that ends with the first value.
  static let prefixOfSends = Scenario("prefix of what two send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (pushed, pulled) = (Watcher<Int>(run, "the pushed"), Watcher<Int>(run, "the pulled"))
    signal.prefix(1).observe(pushed.receive)
    signal.producer.prefix(1).start(pulled.receive)
    return Plan({ input.send(1) }, { input.send(2) }) {
      for watcher in [pushed, pulled] {
        run.expect(
          watcher.values.count == 1 && watcher.ends == ["completed"], "\(watcher.values), \(watcher.ends)")
      }
    }
  }

  static let prefixUntil = Scenario("prefix until a trigger") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (trigger, triggerInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    signal.producer.prefix(until: trigger.producer).start(watcher.receive)
    return Plan(
      {
        input.send(1); input.complete()
      },
      {
        triggerInput.send(0); input.send(2)
      }
    ) {
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      run.expect(!watcher.values.contains(2), "a value comes after the trigger: \(watcher.values)")
    }
  }

  /// Only one of two sources sends.
  static let raceOfPipes = Scenario("race of two pipes") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    first.producer.race(with: second.producer).start(watcher.receive)
    return Plan(
      {
        firstInput.send(1); firstInput.complete()
      },
      {
        secondInput.send(2); secondInput.complete()
      }
    ) {
      run.expect([[1], [2]].contains(watcher.values), "one wins: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
    }
  }

  /// The outer stream switches while the inner stream of before sends.
  static let switchAndSend = Scenario("switch while the inner stream before sends") { run in
    let (outer, outerInput) = Signal<Int, Never>.pipe()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    outer.producer.flatMap(.latest) { $0 == 1 ? first.producer : second.producer }.start(watcher.receive)
    outerInput.send(1)
    return Plan(
      {
        firstInput.send(1); firstInput.complete()
      },
      {
        outerInput.send(2); firstInput.send(9); secondInput.send(2); outerInput.complete();
        secondInput.complete()
      }
    ) {
      run.expect([[2], [1, 2]].contains(watcher.values), "the newest sends: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// A producer that begins again is disposed of between two runs.
  static let repeated = Scenario("dispose of a producer that begins again") { run in
    let (watcher, begins, ends) = (Watcher<Int>(run), Tally(), Tally())
    let subscription = Subscription()
    let source = SignalProducer<Int, Never> { observer, lifetime in
      begins.add()
      lifetime.onEnd { ends.add() }
      observer.send(1)
      observer.complete()
    }.repeat(3)
    return Plan({ source.attach(Observer(watcher.receive), subscription) }, { watcher.dispose(subscription) })
    {
      run.expect(watcher.ends.count == 1, "E1, P5: \(watcher.ends)")
      run.expect(begins.count == ends.count, "\(begins.count) runs begin, and \(ends.count) end")
    }
  }

  static let failureAndValue = Scenario("one source of a merge fails while another sends") { run in
    let (first, firstInput) = Signal<Int, Oops>.pipe()
    let (second, secondInput) = Signal<Int, Oops>.pipe()
    let watcher = Watcher<String>(run)
    first.producer.merge(with: second.producer).materialize().map { "\($0)" }.start(watcher.receive)
    return Plan(
      {
        firstInput.send(1); firstInput.fail(Oops())
      },
      {
        secondInput.send(2); secondInput.complete()
      }
    ) {
      run.expect(watcher.values.last == "failed(Oops())", "E2: \(watcher.values)")
      run.expect(watcher.values.count { $0.hasPrefix("failed") } == 1, "E1: \(watcher.values)")
      run.expect(
        watcher.values.first == "next(1)" || watcher.values.contains("next(1)"), "E2: \(watcher.values)")
    }
  }

  /// The last reference to an input goes while a value is under way (S6).
  static let emptiness = Scenario("let go of an input and observe") { run in
    let inputs = Holder<Observer<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    inputs.held = input
    let watcher = Watcher<Int>(run)
    return Plan(
      {
        inputs.held!.send(1); inputs.held = nil
      }, { signal.observe(watcher.receive) }
    ) {
      run.expect(watcher.ends == ["interrupted"] || watcher.ends.isEmpty, "S6: \(watcher.ends)")
    }
  }
}

struct Oops: Error, Equatable {}
