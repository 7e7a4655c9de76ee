import Signals

extension Scenario {
  static let streams = [
    sendAndSend, sendAndObserve, sendAndDispose, disposeAndDispose, observeInsideAndDispose, endAndSend,
    endAndEnd, endAndDispose, endAndObserve, sendInsideAndSend, derivedSignal, producerOfSignal, handingOver,
    handingOverAndDisposing,
  ]

  /// With a share of one message (`Relief`), the thread inside a gate hands over to one of the others (E6a).
  static let handingOver = Scenario("three send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run, "the observer")
    signal.observe(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        input.send(3); input.send(4); input.send(5)
      },
      {
        input.send(6); input.send(7)
      }
    ) {
      run.expect(watcher.values.sorted() == Array(1...7), "each value comes once: \(watcher.values)")
      for sent in [[1, 2], [3, 4, 5], [6, 7]] {
        run.expect(watcher.values.filter(sent.contains) == sent, "the order of one thread: \(watcher.values)")
      }
    }
  }

  static let handingOverAndDisposing = Scenario("two send, the third observes, sends and disposes") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    signal.observe(first.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        input.send(3); input.send(4)
      },
      {
        let observation = signal.observe(second.receive)
        input.send(5)
        second.dispose(observation)
      }
    ) {
      run.expect(first.values.sorted() == Array(1...5), "each value comes once: \(first.values)")
      run.expect(Set(second.values).count == second.values.count, "S4: a value comes twice: \(second.values)")
    }
  }

  /// Two threads send; both observers get all values in the same order (E6).
  static let sendAndSend = Scenario("send and send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    signal.observe(first.receive)
    signal.observe(second.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { input.send(3) }
    ) {
      run.expect(first.values == second.values, "E6: \(first.values) and \(second.values)")
      run.expect(first.values.sorted() == [1, 2, 3], "each value comes once: \(first.values)")
      run.expect(first.values.filter { $0 < 3 } == [1, 2], "the order of one thread: \(first.values)")
    }
  }

  /// What is observed from the middle on arrives without a gap (S4).
  static let sendAndObserve = Scenario("send and observe") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    signal.observe(first.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        signal.observe(second.receive); input.send(3)
      }
    ) {
      run.expect(first.values.sorted() == [1, 2, 3], "each value comes once: \(first.values)")
      run.expect(
        second.values == first.values.suffix(second.values.count), "S4: \(first.values), \(second.values)")
      run.expect(second.values.contains(3), "S4: an observer misses what its thread sends: \(second.values)")
    }
  }

  static let sendAndDispose = Scenario("send and observe and dispose") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let observation = signal.observe(first.receive)
    return Plan(
      {
        input.send(1); first.dispose(observation); input.send(2)
      }, { input.send(3) },
      { signal.observe(second.receive) }
    ) {
      run.expect(Set(first.values).isSubset(of: [1, 3]), "D2: \(first.values)")
      run.expect(Set(first.values).count == first.values.count, "a value comes twice: \(first.values)")
      run.expect(Set(second.values).count == second.values.count, "S4: a value comes twice: \(second.values)")
    }
  }

  /// The list notes that one observer is left, while another thread disposes of that one (D2).
  static let disposeAndDispose = Scenario("dispose of both and send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let (one, other) = (signal.observe(first.receive), signal.observe(second.receive))
    return Plan(
      { first.dispose(one) },
      {
        second.dispose(other); input.send(1)
      }, { input.send(2) }
    ) {
      run.expect(Set(first.values).count == first.values.count, "a value comes twice: \(first.values)")
      run.expect(Set(second.values).isSubset(of: [2]), "D2: \(second.values)")
    }
  }

  /// The list notes that an observer was added during a delivery, while another thread disposes of the only one before
  /// (S4). The delivery of 2 is two values, 0 and 2.
  static let observeInsideAndDispose = Scenario("observe inside the first of two values and dispose") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let values = signal.interspersed(with: 0)
    let second = Watcher<Int>(run, "the second")
    let first = Watcher<Int>(run, "the first") { if $0 == .next(0) { values.observe(second.receive) } }
    let observation = values.observe(first.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { first.dispose(observation) }
    ) {
      run.expect(
        second.values == (first.values.contains(0) ? [2] : []), "S4: \(first.values), \(second.values)")
    }
  }

  static let endAndSend = Scenario("end and send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    signal.observe(first.receive)
    signal.observe(second.receive)
    return Plan(
      {
        input.send(1); input.complete()
      },
      {
        input.send(2); input.send(3)
      }
    ) {
      run.expect(
        first.ends == ["completed"] && second.ends == ["completed"], "E1: \(first.ends), \(second.ends)")
      run.expect(first.values == second.values, "E6: \(first.values) and \(second.values)")
      run.expect(
        first.values.contains(1), "what the ending thread sends before comes before: \(first.values)")
    }
  }

  static let endAndEnd = Scenario("complete and interrupt") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    signal.observe(first.receive)
    signal.observe(second.receive)
    return Plan({ input.complete() }, { input.interrupt() }) {
      run.expect(first.ends.count == 1, "E1: \(first.ends)")
      run.expect(first.ends == second.ends, "E6: \(first.ends), \(second.ends)")
    }
  }

  /// The generator's lifetime ends once, and an observer receives one end at most.
  static let endAndDispose = Scenario("end and dispose") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, released) = (Watcher<Int>(run), Tally())
    let start = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.onEnd { released.add() }
      lifetime += signal.observe(observer)
    }.start(watcher.receive)
    return Plan(
      {
        input.send(1); input.complete()
      }, { watcher.dispose(start) }
    ) {
      run.expect(watcher.ends.count == 1, "E1, P5: \(watcher.ends)")
      run.expect(released.count == 1, "D1: the lifetime ended \(released.count) times")
    }
  }

  static let endAndObserve = Scenario("end and observe") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    return Plan(
      {
        input.send(1); input.complete()
      }, { signal.observe(watcher.receive) }
    ) {
      run.expect(watcher.ends.count == 1, "S5: \(watcher.ends)")
      run.expect(
        watcher.ends == ["completed"] || watcher.values.isEmpty, "S5: \(watcher.values), \(watcher.ends)")
    }
  }

  /// A value that is sent from inside a callback, while another thread sends (E7).
  static let sendInsideAndSend = Scenario("send inside a callback and send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let first = Watcher<Int>(run, "the first") { if $0 == .next(1) { input.send(2) } }
    let second = Watcher<Int>(run, "the second")
    signal.observe(first.receive)
    signal.observe(second.receive)
    return Plan({ input.send(1) }, { input.send(3) }) {
      run.expect(first.values == second.values, "E6: \(first.values) and \(second.values)")
      run.expect(first.values.filter { $0 < 3 } == [1, 2], "E7: \(first.values)")
      run.expect(first.values.contains(3), "each value comes: \(first.values)")
    }
  }

  /// A derived signal is observed and released while the root sends (S7).
  static let derivedSignal = Scenario("derived signal let go") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let watcher = Watcher<Int>(run)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        let observation = signal.map { $0 * 10 }.observe(watcher.receive)
        input.send(3)
        watcher.dispose(observation)
      }
    ) {
      run.expect(Set(watcher.values).isSubset(of: [10, 20, 30]), "\(watcher.values)")
      run.expect(watcher.ends.isEmpty, "S7: \(watcher.ends)")
    }
  }

  /// Starts of one producer are independent (P5).
  static let producerOfSignal = Scenario("dispose of one of two starts") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let start = signal.producer.map { $0 + 1 }.start(first.receive)
    signal.producer.start(second.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { first.dispose(start) }
    ) {
      run.expect(first.ends == ["interrupted"], "P5: \(first.ends)")
      run.expect(second.values == [1, 2], "P5: \(second.values)")
    }
  }
}
