import Signals

extension Scenario {
  static let disposal = [
    serialDisposables, serialReplacement, compositeDisposables, compositeSweep, nestedDisposables,
    lifetimeAddAndEnd, onlyMember, onlyStart, onlyStartDisposedOfTwice,
    listAddAndDispose, actions, disposeInside, disposeInsideSequence,
  ]

  /// Two threads dispose of one serial disposable while values are delivered.
  static let serialDisposables = Scenario("two dispose of a serial disposable") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, serial) = (Watcher<Int>(run), SerialDisposable())
    serial.inner = signal.observe(watcher.receive)
    return Plan(
      {
        input.send(1); watcher.dispose(serial); input.send(2)
      }, { watcher.dispose(serial) }
    ) {
      run.expect(serial.isDisposed && serial.inner == nil, "the inner one is let go")
    }
  }

  /// One thread replaces the inner disposable, another one disposes: nothing comes from either of them.
  static let serialReplacement = Scenario("replace and dispose of a serial disposable") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, serial) = (Watcher<Int>(run), SerialDisposable())
    serial.inner = signal.observe(watcher.receive)
    let newest = Tally()
    return Plan(
      {
        watcher.dispose(serial); input.send(2)
      }, { serial.inner = AnyDisposable { newest.add() } }
    ) {
      run.expect(newest.count == 1, "D3: the newest was disposed of \(newest.count) times")
      run.expect(serial.inner == nil, "the inner one is let go")
    }
  }

  static let compositeDisposables = Scenario("two dispose of a composite") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, released) = (Watcher<Int>(run), Tally())
    let composite = CompositeDisposable()
    composite += signal.observe(watcher.receive)
    composite.add { released.add() }
    return Plan(
      {
        input.send(1); watcher.dispose(composite); input.send(2)
      }, { watcher.dispose(composite) }
    ) {
      run.expect(released.count == 1, "D1: the action ran \(released.count) times")
    }
  }

  /// The composite looks for members that have finished while it is disposed of.
  static let compositeSweep = Scenario("sweep and dispose of a composite") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, released) = (Watcher<Int>(run), Tally())
    let composite = CompositeDisposable()
    composite += signal.observe(watcher.receive)
    let finished = AnyDisposable {}
    finished.dispose()
    for _ in 0..<30 { composite += finished }
    return Plan(
      { composite.add { released.add() } },
      {
        watcher.dispose(composite); input.send(1)
      }
    ) {
      run.expect(released.count == 1, "D3: the member was disposed of \(released.count) times")
    }
  }

  static let nestedDisposables = Scenario("two dispose of a serial disposable in a composite") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, serial) = (Watcher<Int>(run), SerialDisposable())
    serial.inner = signal.producer.start(watcher.receive)
    let composite = CompositeDisposable([serial])
    return Plan(
      {
        watcher.dispose(composite); input.send(1)
      }, { watcher.dispose(serial) }
    ) {
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
    }
  }

  /// What is added to a lifetime is disposed of once, whenever that ends (D3).
  static let lifetimeAddAndEnd = Scenario("add to a lifetime and end it") { run in
    let (first, second, lifetimes) = (Tally(), Tally(), Holder<Lifetime>())
    let subscription = SignalProducer<Int, Never> { observer, lifetime in lifetimes.held = lifetime }.start()
    let lifetime = lifetimes.held!
    lifetimes.held = nil
    return Plan(
      { lifetime.onEnd { first.add() } }, { lifetime.onEnd { second.add() } }, { subscription.dispose() }
    ) {
      run.expect(first.count == 1 && second.count == 1, "D3: \(first.count), \(second.count)")
      run.expect(lifetime.hasEnded, "P5: the lifetime has ended")
    }
  }

  /// A lifetime keeps its only member without a list, until another one comes or a pause.
  static let onlyMember = Scenario("add to a lifetime with one member, pause it and end it") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, added, start) = (Watcher<Int>(run), Tally(), Subscription())
    signal.attach(
      Observer(next: { start.pass($0) { watcher.receive(.next($0)) } }, end: { _ in }), start)
    return Plan(
      {
        start.pause()
        start.resume()
      }, { start.onEnd { added.add() } },
      {
        watcher.dispose(start)
        input.send(1)
      }
    ) {
      run.expect(added.count == 1, "D3: the member was disposed of \(added.count) times")
      run.expect(start.hasEnded, "P5: the lifetime has ended")
    }
  }

  /// A lifetime keeps its only start without a list, until something else comes or waits for its end (P9).
  static let onlyStart = Scenario("add to a lifetime with one start, wait for its end and end it") { run in
    let (inner, start) = (Subscription(), Subscription())
    let (ended, added, settled) = (Tally(), Tally(), Tally())
    inner.onEnd { ended.add() }
    start += inner
    return Plan(
      { start.onEnd { added.add() } },
      {
        start.whenSettled {
          run.expect(ended.count == 1, "P9: settled before the start below has ended")
          settled.add()
        }
      }, { start.dispose() }
    ) {
      run.expect(ended.count == 1, "D3: the start below was disposed of \(ended.count) times")
      run.expect(added.count == 1, "D3: the member was disposed of \(added.count) times")
      run.expect(settled.count == 1, "P9: settled \(settled.count) times")
    }
  }

  /// The same for two that wait, one of them after the disposal has begun on another thread.
  static let onlyStartDisposedOfTwice = Scenario("two end a lifetime with one start, and wait for that") {
    run in
    let (inner, start) = (Subscription(), Subscription())
    let (ended, settled) = (Tally(), Tally())
    inner.onEnd { ended.add() }
    start += inner
    @Sendable func endAndWait() {
      start.dispose()
      start.whenSettled {
        run.expect(ended.count == 1, "P9: settled before the start below has ended")
        settled.add()
      }
    }
    return Plan(endAndWait, endAndWait, { inner.dispose() }) {
      run.expect(ended.count == 1, "D3: the start below was disposed of \(ended.count) times")
      run.expect(settled.count == 2, "P9: settled \(settled.count) times")
    }
  }

  static let listAddAndDispose = Scenario("add to a composite and dispose of it") { run in
    let (first, second) = (Tally(), Tally())
    let composite = CompositeDisposable()
    composite.add { first.add() }
    return Plan({ composite.add { second.add() } }, { composite.dispose() }, { composite.dispose() }) {
      run.expect(first.count == 1 && second.count == 1, "D1, D3: \(first.count), \(second.count)")
    }
  }

  static let actions = Scenario("two dispose of an action") { run in
    let count = Tally()
    let action = AnyDisposable { count.add() }
    let scoped = ScopedDisposable(action)
    return Plan({ action.dispose() }, { scoped.dispose() }) {
      run.expect(count.count == 1, "D1: the action ran \(count.count) times")
    }
  }

  /// The observer itself disposes of what another thread disposes of, too.
  static let disposeInside = Scenario("dispose inside a value and from another thread") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let serial = SerialDisposable()
    let watchers = Holder<Watcher<Int>>()
    let watcher = Watcher<Int>(run) { event in
      if event == .next(1) { watchers.held!.dispose(serial) }
    }
    watchers.held = watcher
    serial.inner = signal.producer.start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { watcher.dispose(serial) }
    ) {
      watchers.held = nil
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
    }
  }

  /// The same for a source that sends all its values from inside the gate.
  static let disposeInsideSequence = Scenario("dispose inside a value of a sequence and from another thread")
  { run in
    let (watchers, subscription) = (Holder<Watcher<Int>>(), Subscription())
    let watcher = Watcher<Int>(run) { event in
      if event == .next(1) { watchers.held!.dispose(subscription) }
    }
    watchers.held = watcher
    return Plan(
      { SignalProducer<Int, Never>(1...3).attach(Observer(watcher.receive), subscription) },
      { watcher.dispose(subscription) }
    ) {
      watchers.held = nil
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
    }
  }
}
