import Signals

/// Streams that begin again, go on with another one, or are split.
extension Scenario {
  static let restarting = [
    retryWhenTriggered, retryAndTriggerEnds, retryLater, retryOnItsScheduler, repeatedAndPaused, caught,
    prefixDuring,
    windowsOfCount,
    windowsExpire, windowsDisposal, stored, storedEnds,
  ]

  /// The trigger sends while the start is disposed of: no run goes on, none begins late.
  static let retryWhenTriggered = Scenario("dispose of a retry while its trigger sends") { run in
    let (watcher, begins, ends) = (Watcher<Int>(run), Tally(), Tally())
    let (trigger, input) = Signal<Int, Never>.pipe()
    let (start, waits) = (Subscription(), Tally())
    failing(begins, ends).retry { _ in tallied(trigger, waits) }.materialize().map { _ in 0 }
      .attach(Observer(watcher.receive), start)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { watcher.dispose(start) }
    ) {
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
      run.expect((1...3).contains(begins.count), "\(begins.count) runs")
      run.expect(begins.count == ends.count, "\(begins.count) runs begin, and \(ends.count) end")
      run.expect(waits.count == 0, "D4: the trigger is still observed")
    }
  }

  /// What comes first counts: a value of the trigger, or its end.
  static let retryAndTriggerEnds = Scenario("the trigger of a retry sends and ends") { run in
    let (watcher, begins, ends) = (Watcher<Int>(run), Tally(), Tally())
    let (trigger, input) = Signal<Int, Never>.pipe()
    failing(begins, ends).retry { _ in trigger.producer }.materialize().map { _ in 0 }.start(watcher.receive)
    return Plan({ input.send(1) }, { input.complete() }) {
      run.expect((1...2).contains(begins.count), "\(begins.count) runs")
      run.expect(begins.count == ends.count, "\(begins.count) runs begin, and \(ends.count) end")
      run.expect(watcher.values.count == begins.count + 1, "each value, and the failure: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
    }
  }

  /// A run that begins on a timer, while the start is paused and disposed of.
  static let retryLater = Scenario("dispose of a retry while its timer fires") { run in
    let (watcher, begins, ends, time) = (Watcher<Int>(run), Tally(), Tally(), SteppedScheduler())
    let start = Subscription()
    failing(begins, ends).retry(RetryPolicy(limit: 2, delay: .constant(.seconds(1))), on: time)
      .materialize().map { _ in 0 }.attach(Observer(watcher.receive), start)
    return Plan(
      {
        time.advance(); time.advance()
      }, { watcher.dispose(start) },
      {
        start.pause(); start.resume()
      }
    ) {
      run.expect(!time.isWaiting, "D4: a timer goes on")
      run.expect(watcher.ends.count == 1, "P5: \(watcher.ends)")
      run.expect(begins.count == ends.count, "\(begins.count) runs begin, and \(ends.count) end")
    }
  }

  /// A run that begins on a timer is not left to the thread that failed, while that one is on its way back.
  static let retryOnItsScheduler = Scenario("the timer of a retry fires while its start returns") { run in
    let (time, threads) = (SteppedScheduler(), Holder<[Int]>())
    threads.held = []
    let source = SignalProducer<Int, Oops> { observer, _ in
      threads.held!.append(run.thread)
      observer.fail(Oops())
    }
    return Plan(
      {
        source.retry(RetryPolicy(limit: 2, delay: .constant(.seconds(1))), on: time).startWithFailed { _ in }
      },
      {
        time.advance(); time.advance()
      }
    ) {
      let seen = threads.held!
      run.expect([[0], [0, 1], [0, 1, 1]].contains(seen), "starts over on threads \(seen.map(threadName))")
    }
  }

  /// A pause that comes between two runs holds for the next one, and its end too.
  static let repeatedAndPaused = Scenario("pause a producer that begins again") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let (begins, start) = (Tally(), Subscription())
    SignalProducer<Int, Never> { observer, lifetime in
      begins.add()
      if begins.count > 1 { return observer.complete() }
      lifetime += signal.observe(observer)
    }.repeat(2).attach(Observer(watcher.receive), start)
    return Plan(
      {
        input.send(1); input.complete()
      },
      {
        start.pause(); start.resume()
      }
    ) {
      run.expect(watcher.values == [1], "\(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      run.expect(begins.count == 2, "\(begins.count) runs")
    }
  }

  /// The stream after a failure takes over, or nothing goes on.
  static let caught = Scenario("dispose of a stream that is caught") { run in
    let (watcher, (first, firstInput)) = (Watcher<Int>(run), Signal<Int, Oops>.pipe())
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let (start, observed) = (Subscription(), Tally())
    tallied(first, observed).catch { _ in tallied(second, observed) }.attach(Observer(watcher.receive), start)
    return Plan(
      {
        firstInput.send(1); firstInput.fail(Oops())
      }, { secondInput.send(2) },
      {
        start.pause(); start.resume(); watcher.dispose(start)
      }
    ) {
      run.expect([[], [1], [1, 2]].contains(watcher.values), "\(watcher.values)")
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
      run.expect(observed.count == 0, "D4: a source is still observed")
    }
  }

  static let prefixDuring = Scenario("a lifetime ends while values come") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (pushed, pulled) = (Watcher<Int>(run, "the pushed"), Watcher<Int>(run, "the pulled"))
    let (life, observed) = (Subscription(), Tally())
    signal.prefix(during: life).observe(pushed.receive)
    tallied(signal, observed).prefix(during: life).start(pulled.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        life.dispose(); input.send(3)
      }
    ) {
      for watcher in [pushed, pulled] {
        run.expect([[], [1], [1, 2]].contains(watcher.values), "the lifetime has ended: \(watcher.values)")
        run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      }
      run.expect(observed.count == 0, "D4: the source is still observed")
    }
  }

  /// Each value is in one window, no window has too many.
  static let windowsOfCount = Scenario("two send to windows") { run in
    let (watcher, (signal, input)) = (Watcher<[Int]>(run), Signal<Int, Never>.pipe())
    signal.producer.windows(ofCount: 2).flatMap(.merge) { $0.collect() }.start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      },
      {
        input.send(3); input.send(4)
      }
    ) {
      run.expect(watcher.values.map(\.count) == [2, 2], "two each: \(watcher.values)")
      run.expect(watcher.values.flatMap { $0 }.sorted() == [1, 2, 3, 4], "each once: \(watcher.values)")
      input.complete()
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// A timer that fires too late does not close the next window.
  static let windowsExpire = Scenario("a window expires while values and a pause come") { run in
    let (watcher, (signal, input)) = (Watcher<[Int]>(run), Signal<Int, Never>.pipe())
    let (time, start) = (SteppedScheduler(), Subscription())
    signal.producer.windows(every: .seconds(1), orCount: 2, on: time).flatMap(.merge) { $0.collect() }
      .attach(Observer(watcher.receive), start)
    time.advance()
    return Plan(
      {
        input.send(1); input.send(2); input.send(3)
      }, { time.advance() },
      {
        start.pause(); start.resume()
      }
    ) {
      for _ in 0..<3 { time.advance() }
      run.expect(watcher.values.flatMap { $0 } == [1, 2, 3], "each once, in order: \(watcher.values)")
      run.expect(watcher.values.allSatisfy { $0.count <= 2 }, "two at most: \(watcher.values)")
      input.complete()
      time.advance()
      run.expect(watcher.ends == ["completed"], "E3: \(watcher.ends)")
    }
  }

  /// The window that is open goes on without the stream, as long as it is observed (G1).
  static let windowsDisposal = Scenario("the last window is disposed of while values come") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let (inner, observed) = (Subscription(), Tally())
    tallied(signal, observed).windows(ofCount: 3).prefix(1).startWithValues({ window in
      window.attach(Observer(watcher.receive), inner)
    })
    input.send(0)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { watcher.dispose(inner) }
    ) {
      run.expect([[0], [0, 1], [0, 1, 2]].contains(watcher.values), "\(watcher.values)")
      run.expect(watcher.ends.count == 1, "E1: \(watcher.ends)")
      run.expect(observed.count == 0, "G1: the source is still observed")
    }
  }

  /// What is read and what is observed is what was sent.
  static let stored = Scenario("send to a stored signal and observe it") { run in
    let (watcher, (signal, input)) = (Watcher<Int>(run), Signal<Int, Never>.pipe())
    let property = signal.stored(initial: 0)
    return Plan(
      {
        input.send(1)
        run.expect(property.value >= 1, "R1: read \(property.value)")
        input.send(2)
      },
      { property.producer.start(watcher.receive) }, { run.expect((0...2).contains(property.value), "read") }
    ) {
      run.expect(property.value == 2, "R1: \(property.value)")
      run.expect([[0, 1, 2], [1, 2], [2]].contains(watcher.values), "R2: \(watcher.values)")
      input.complete()
      run.expect(watcher.ends == ["completed"], "R2: \(watcher.ends)")
    }
  }

  /// The last reference goes while a value is stored.
  static let storedEnds = Scenario("let go of a stored signal while it is sent to") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (observed, holder) = (Tally(), Holder<Property<Int>>())
    holder.held = tallied(signal, observed).stored(initial: 0)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { holder.held = nil }
    ) {
      run.expect(observed.count == 0, "D4: the source is still observed")
    }
  }

  /// The values of a signal, and how many observe it.
  private static func tallied<Failure>(
    _ signal: Signal<Int, Failure>, _ observed: Tally
  ) -> SignalProducer<Int, Failure> {
    SignalProducer { observer, lifetime in
      observed.add()
      lifetime.onEnd { observed.remove() }
      lifetime += signal.observe(observer)
    }
  }

  private static func failing(_ begins: Tally, _ ends: Tally) -> SignalProducer<Int, Oops> {
    SignalProducer { observer, lifetime in
      begins.add()
      lifetime.onEnd { ends.add() }
      observer.send(1)
      observer.fail(Oops())
    }
  }
}
