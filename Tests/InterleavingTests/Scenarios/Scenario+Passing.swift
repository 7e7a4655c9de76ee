import Signals

extension Scenario {
  static let passing = [
    receiveOn, receiveOnAndObserve, receiveOnAndDispose, receiveOnAndPause, receiveOnAndFail,
    observeOn, observeOnAndDispose, bufferAndPause, promises, promiseAndObserve, multicasting, actionTwice,
    replayForever,
    shareTwice, readFromMovingSource,
  ]

  /// Values that two send arrive on a third thread, each once and in the order of their threads.
  static let receiveOn = Scenario("receive on another thread") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let jobs = Jobs(run)
    let watcher = Watcher<Int>(run, "the observer", jobs.expectToRun)
    signal.producer.receive(on: jobs).start(watcher.receive)
    return Plan(
      {
        input.send(1); input.send(2)
      }, { input.send(3) },
      {
        jobs.runNext(); jobs.runNext()
      }
    ) {
      while jobs.runNext() {}
      run.expect(watcher.values.sorted() == [1, 2, 3], "each value comes once: \(watcher.values)")
      run.expect(watcher.values.filter { $0 < 3 } == [1, 2], "the order of one thread: \(watcher.values)")
    }
  }

  /// Values come where the jobs are, though another thread is inside the gate for a moment to add an observer.
  static let receiveOnAndObserve = Scenario("receive on another thread and observe") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let jobs = Jobs(run)
    let received = signal.receive(on: jobs)
    let (first, second) = (Watcher<Int>(run, "the first", jobs.expectToRun), Watcher<Int>(run, "the second"))
    received.observe(first.receive)
    for value in 1...3 { input.send(value) }
    return Plan(
      {
        received.observe(second.receive).dispose()
        input.send(4)
      },
      {
        jobs.runNext(); jobs.runNext()
      }
    ) {
      while jobs.runNext() {}
      run.expect(first.values == [1, 2, 3, 4], "each value comes: \(first.values)")
    }
  }

  /// A buffer keeps its limit, though values come between a job that takes one out and the pause that puts it back; and
  /// it counts what it drops.
  static let receiveOnAndPause = Scenario("receive on another thread, pause and send") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let jobs = Jobs(run)
    let watcher = Watcher<Int>(run, "the observer", jobs.expectToRun)
    let drops = MutableProperty(0)
    let start = signal.producer.receive(on: jobs, buffering: .newest(1), drops: drops).start(watcher.receive)
    start.pause()
    return Plan({ input.send(1) }, { jobs.runNext() }, { input.send(2) }) {
      while jobs.runNext() {}
      input.send(3)
      start.resume()
      while jobs.runNext() {}
      run.expect(watcher.values == [3], "one value waits: \(watcher.values)")
      run.expect(drops.value == 2, "the others are counted: \(drops.value)")
    }
  }

  /// A failure does not wait for the end of a pause, nor for a value that the pause puts back.
  static let receiveOnAndFail = Scenario("receive on another thread, pause and fail") { run in
    let (signal, input) = Signal<Int, Oops>.pipe()
    let jobs = Jobs(run)
    let ends = Tally()
    let start = signal.producer.receive(on: jobs, buffering: .oldest(1)).start {
      run.expect($0 == .failed(Oops()), "no value comes during a pause: \($0)")
      ends.add()
    }
    input.send(1)
    start.pause()
    return Plan({ input.fail(Oops()) }, { jobs.runNext() }) {
      while jobs.runNext() {}
      run.expect(ends.count == 1, "it fails: \(ends.count)")
    }
  }

  /// Also what a signal says that has ended is said where the jobs are.
  static let observeOn = Scenario("observe on another thread while it ends") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let jobs = Jobs(run)
    let watcher = Watcher<Int>(run, "the observer", jobs.expectToRun)
    return Plan(
      { _ = jobs.observe(signal, watcher.receive) },
      {
        input.send(1); input.complete()
      },
      {
        jobs.runNext(); jobs.runNext()
      }
    ) {
      while jobs.runNext() {}
      run.expect(
        watcher.values == [1] && watcher.ends == ["completed"]
          || watcher.values.isEmpty
            && ["completed", "interrupted"].contains(watcher.ends.joined(separator: ", ")),
        "S5: \(watcher.values), \(watcher.ends)")
    }
  }

  static let observeOnAndDispose = Scenario("observe on another thread and dispose there and elsewhere") {
    run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (jobs, watchers, observation) = (Jobs(run), Holder<Watcher<Int>>(), SerialDisposable())
    let watcher = Watcher<Int>(run) { event in
      jobs.expectToRun(event)
      if event == .next(1) { watchers.held!.dispose(observation.inner!) }
    }
    watchers.held = watcher
    observation.inner = jobs.observe(signal, watcher.receive)
    for value in 1...2 { input.send(value) }
    return Plan(
      {
        jobs.runNext()
        input.send(3)
        jobs.runNext()
      }, { watcher.dispose(observation.inner!) }
    ) {
      while jobs.runNext() {}
      watchers.held = nil
      run.expect(watcher.values.count <= 1, "S4: \(watcher.values)")
      run.expect(watcher.ends.isEmpty, "an observer hears nothing of its disposal: \(watcher.ends)")
    }
  }

  static let receiveOnAndDispose = Scenario("receive on another thread, pause and dispose") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let jobs = Jobs(run)
    let watcher = Watcher<Int>(run, "the observer", jobs.expectToRun)
    let subscription = signal.producer.receive(on: jobs).start(watcher.receive)
    for value in 1...3 { input.send(value) }
    return Plan(
      {
        jobs.runNext(); jobs.runNext()
      },
      {
        subscription.pause(); subscription.resume()
      }, { watcher.dispose(subscription) }
    ) {
      while jobs.runNext() {}
      run.expect(
        watcher.values == Array([1, 2, 3].prefix(watcher.values.count)), "in order: \(watcher.values)")
      run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
    }
  }

  /// What a buffer keeps during a pause comes after it.
  static let bufferAndPause = Scenario("send to a buffer and pause and resume") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (watcher, subscription) = (Watcher<Int>(run), Subscription())
    signal.producer.buffer(8, onOverflow: .suspend).attach(Observer(watcher.receive), subscription)
    return Plan(
      {
        input.send(1); input.send(2); input.complete()
      },
      {
        subscription.pause(); subscription.resume()
      }
    ) {
      run.expect(watcher.values == [1, 2], "B1: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "B1: \(watcher.ends)")
    }
  }

  /// A task reads what its source sends here and there: it goes on on another thread after each odd number.
  static let readFromMovingSource = Scenario("read from a source that changes threads") { run in
    let jobs = Jobs(run)
    let inbox = Inbox<Int, Never>(.suspending(2), nil)
    let numbers = SignalProducer<Int, Never> { observer, lifetime in
      @Sendable func send(_ number: Int) {
        if number > 5 { return observer.complete() }
        observer.send(number)
        if number % 2 == 1 { return _ = jobs.schedule { send(number + 1) } }
        lifetime.whenResumed { send(number + 1) }
      }
      send(1)
    }
    let reader = Watcher<Int>(run, "the reader")
    return Plan(
      {
        inbox.attach(numbers.attach)
        for _ in 0..<3 {
          if let event = inbox.nextTaken().map(Event.next) ?? inbox.take() { reader.receive(event) }
        }
      },
      {
        jobs.runNext(); jobs.runNext()
      }
    ) {
      while reader.ends.isEmpty {
        if let event = inbox.take() { reader.receive(event) } else { jobs.runNext() }
      }
      run.expect(reader.values == [1, 2, 3, 4, 5], "E6: \(reader.values)")
    }
  }

  /// Two set the source of a promise: one of them stays.
  static let promises = Scenario("set two sources of a promise") { run in
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    let (promise, watcher) = (LatestValue<Int, Never>(), Watcher<Int>(run))
    promise.producer.start(watcher.receive)
    return Plan({ promise.set(first.producer) }, { promise.set(second.producer) }) {
      firstInput.send(1)
      secondInput.send(2)
      run.expect([[1], [2]].contains(watcher.values), "one source stays: \(watcher.values)")
    }
  }

  static let promiseAndObserve = Scenario("set a promise and observe it") { run in
    let (promise, watcher) = (LatestValue<Int, Never>(0), Watcher<Int>(run))
    return Plan(
      {
        promise.set(value: 1); promise.set(value: 2)
      }, { promise.producer.start(watcher.receive) }
    ) {
      run.expect(
        watcher.values == Array([0, 1, 2].suffix(watcher.values.count)), "in order: \(watcher.values)")
      run.expect(watcher.values.last == 2, "the newest comes: \(watcher.values)")
    }
  }

  /// One connection, whichever thread makes it.
  static let multicasting = Scenario("two connect a multicast") { run in
    let (begins, watcher) = (Tally(), Watcher<Int>(run))
    let connectable = SignalProducer<Int, Never> { observer, _ in
      begins.add()
      observer.send(begins.count)
    }.multicast()
    connectable.signal.observe(watcher.receive)
    return Plan({ connectable.connect() }, { connectable.connect() }) {
      run.expect(begins.count == 1, "the work began \(begins.count) times")
      run.expect(watcher.values == [1] && watcher.ends.isEmpty, "\(watcher.values), \(watcher.ends)")
    }
  }

  /// An action does one thing at a time.
  static let actionTwice = Scenario("apply an action twice") { run in
    let (inside, most) = (Tally(), Tally())
    let action = Action<Int, Int, Never> { input in
      SignalProducer { observer, _ in
        inside.add()
        if inside.count > most.count { most.add() }
        run.pass()
        observer.send(input)
        inside.remove()
        observer.complete()
      }
    }
    let values = Tally()
    return Plan(
      { action.apply(1).startWithResult { if case .success = $0 { values.add() } } },
      { action.apply(2).startWithResult { if case .success = $0 { values.add() } } }
    ) {
      run.expect(most.count == 1, "\(most.count) run at once")
      run.expect((1...2).contains(values.count), "\(values.count) were done")
      run.expect(action.isEnabled.value && !action.isExecuting.value, "the action is enabled again")
    }
  }

  static let replayForever = Scenario("replay for ever, end and start") { run in
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Watcher<Int>(run, "the first"), Watcher<Int>(run, "the second"))
    let shared = signal.producer.share(replay: 1, scope: .forever)
    let subscription = shared.start(first.receive)
    return Plan(
      {
        input.send(1); input.complete()
      }, { first.dispose(subscription) }, { shared.start(second.receive) }
    ) {
      run.expect(second.values == [1] && second.ends == ["completed"], "\(second.values), \(second.ends)")
      run.expect(first.ends.count == 1, "E1, P5: \(first.ends)")
    }
  }

  /// A run that nothing uses any more is ended, whichever disposal was the last.
  static let shareTwice = Scenario("two start a share and dispose of it") { run in
    let (begins, ends) = (Tally(), Tally())
    let shared = SignalProducer<Int, Never> { observer, lifetime in
      begins.add()
      lifetime.onEnd { ends.add() }
    }.share()
    let step: @Sendable () -> Void = { shared.start().dispose() }
    return Plan(step, step) {
      run.expect((1...2).contains(begins.count), "\(begins.count) runs begin")
      run.expect(begins.count == ends.count, "\(begins.count) runs begin, and \(ends.count) end")
    }
  }
}

/// A place where what is scheduled waits until a thread of the run comes for it.
final class Jobs: Scheduler, @unchecked Sendable {
  private let run: Run
  private var waiting: [AnyDisposable] = []
  /// The thread that runs one.
  private var runner: Int?

  init(_ run: Run) { self.run = run }

  var now: Duration { .zero }

  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    waiting.append(AnyDisposable(action))
    return AnyDisposable {}
  }

  @discardableResult
  func schedule(at time: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(action)
  }

  /// Runs the first one. False: there was none.
  @discardableResult
  func runNext() -> Bool {
    run.pass()
    if waiting.isEmpty { return false }
    runner = run.thread
    waiting.removeFirst().dispose()
    runner = nil
    return true
  }

  /// As the terminals of actors do.
  func observe(
    _ signal: Signal<Int, Never>, _ receive: @escaping @Sendable (Event<Int, Never>) -> Void
  ) -> any Disposable {
    signal.observe(ActorReceiver(Observer(receive)) { self.schedule($0) }, #fileID, #line)
  }

  @Sendable func expectToRun(_ event: Event<Int, Never>) {
    run.expect(runner == run.thread, "\(event) comes on thread \(threadName(run.thread)), outside of a job")
  }
}
