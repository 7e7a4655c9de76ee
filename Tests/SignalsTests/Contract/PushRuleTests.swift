import Signals
import Testing

@Suite("Contract, push")
struct PushRuleTests {
  @Test("S1: copies are the same signal")
  func copiesAreTheSame() {
    let log = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let copy = signal
    signal.observeValues(log.add)
    copy.observeValues { log.add($0 * 10) }
    input.send(1)
    #expect(log.entries == [1, 10])
  }

  @Test("S1: a terminated signal never restarts")
  func neverRestarts() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    input.complete()
    signal.observe(log.observer())
    input.send(1)
    #expect(log.entries == [.interrupted])
  }

  @Test("S2: the generator runs once, inside init, without observers")
  func generatorRunsOnce() {
    let runs = Log<Int>()
    let log = Log<Event<Int, Never>>()
    let inputs = Log<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer, _ in
      runs.add(1)
      observer.send(1)
      inputs.add(observer)
    }
    #expect(runs.entries.count == 1)
    signal.observe(log.observer())
    signal.observe(log.observer())
    #expect(runs.entries.count == 1)
    inputs.entries[0].send(2)
    #expect(log.entries == [.next(2), .next(2)])
  }

  @Test("S3: observing starts and stops nothing")
  func observingHasNoSideEffects() {
    let log = Log<String>()
    let inputs = Log<Observer<Int, Never>>()
    let signal = Signal<Int, Never> { observer, lifetime in
      log.add("run")
      inputs.add(observer)
      lifetime.onEnd { log.add("end") }
    }
    let observation = signal.observeValues { _ in }
    observation.dispose()
    #expect(log.entries == ["run"])
  }

  @Test("S4: all observers get it, in the order they were attached")
  func orderOfObservers() {
    let log = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    for index in 0..<10 { signal.observeValues { _ in log.add(index) } }
    input.send(0)
    #expect(log.entries == Array(0..<10))
  }

  @Test("S4: an observer added in a delivery gets the next event")
  func addedDuringDelivery() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues { value in
      if value == 1 { signal.observeValues { log.add("late \($0)") } }
    }
    input.send(1)
    #expect(log.entries == [])
    input.send(2)
    #expect(log.entries == ["late 2"])
  }

  @Test("S4: an observer added in a callback gets what is sent later")
  func addedBetweenReentrantSends() {
    let log = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues { value in
      guard value == 1 else { return }
      input.send(2)
      signal.observeValues(log.add)
      input.send(3)
    }
    input.send(1)
    #expect(log.entries == [3])
  }

  @Test("S4: an observer added in a delivery gets the event's others")
  func addedBeforeFurtherValues() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let tens = signal.flatMap(.concat) { SignalProducer([$0, $0 * 10, $0 * 100]) }
    tens.observeValues { value in if value == 1 { tens.observe(log.observer()) } }
    input.send(1)
    #expect(log.entries == [.next(10), .next(100)])
    input.send(2)
    #expect(log.entries == [10, 100, 2, 20, 200].map { .next($0) })
  }

  @Test("S4: an observer added at the last value receives the end")
  func addedBeforeTheEnd() {
    let log = Log<Event<[Int], Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let all = signal.collect()
    all.observeValues { _ in all.observe(log.observer()) }
    input.send(1)
    input.complete()
    #expect(log.entries == [.completed])
  }

  @Test("S4: an observer added and removed in a delivery gets nothing")
  func addedAndRemovedDuringADelivery() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let twice = signal.flatMap(.concat) { SignalProducer([$0, $0]) }
    twice.observeValues { _ in twice.observe(log.observer()).dispose() }
    input.send(1)
    input.complete()
    #expect(log.entries.isEmpty)
  }

  @Test("S4: an observer gets nothing that was sent before its adding")
  func addedAfterWhatWasSent() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = signal.map { $0 }
    derived.observeValues { value in
      if value > 1 { return }
      input.send(2)
      derived.observe(log.observer())
      input.send(3)
    }
    input.send(1)
    #expect(log.entries == [.next(3)])
  }

  @Test("S5: an observer added after the end was sent is interrupted")
  func addedAfterTheEndWasSent() {
    let log = Log<Event<Int, Never>>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = signal.map { $0 }
    signal.observeValues { _ in
      input.complete()
      signal.observe(log.observer())
      derived.observe(log.observer())
    }
    derived.observeCompleted { derived.observe(log.observer()) }
    input.send(1)
    #expect(log.entries == [.interrupted, .interrupted, .interrupted])
  }

  @Test("S4: an observer removed in a delivery gets nothing more")
  func removedDuringDelivery() {
    let log = Log<Int>()
    let later = SerialDisposable()
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.observeValues { _ in later.dispose() }
    later.inner = signal.observe { if let value = $0.value { log.add(value) } }
    input.send(1)
    input.send(2)
    #expect(log.entries == [])
  }

  @Test(
    "S5: observing an ended signal gives one interrupted, at once",
    arguments: Termination<Oops>.all)
  func observingTheEnded(end: Termination<Oops>) {
    let log = Log<Event<Int, Oops>>()
    let (signal, input) = Signal<Int, Oops>.pipe()
    let derived = signal.map { $0 }
    input.send(end: end)
    signal.observe(log.observer())
    derived.observe(log.observer())
    signal.map { $0 }.observe(log.observer())
    signal.merge(with: SignalProducer.never).observe(log.observer())
    #expect(log.entries == [.interrupted, .interrupted, .interrupted, .interrupted])
  }

  @Test("S5: an observer attached in an interruption is interrupted")
  func observedWhileInterrupted() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    input.complete()
    signal.observeInterrupted {
      log.add("first")
      signal.observeInterrupted { log.add("second") }
      log.add("first goes on")
    }
    #expect(log.entries == ["first", "second", "first goes on"])
  }

  @Test("S5: empty shows interrupted, never keeps its own input")
  func emptyAndNever() {
    let log = Log<Event<Int, Never>>()
    Signal<Int, Never>.empty.observe(log.observer())
    #expect(log.entries == [.interrupted])
    Signal<Int, Never>.never.observe(log.observer())
    #expect(log.entries == [.interrupted])
  }

  @Test("S6: releasing the input without an end interrupts the signal")
  func releasingTheInput() {
    let log = Log<Event<Int, Never>>()
    func make() -> Signal<Int, Never> {
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observe(log.observer())
      input.send(1)
      #expect(log.entries == [.next(1)])
      return signal
    }
    let signal = make()
    #expect(log.entries == [.next(1), .interrupted])
    withExtendedLifetime(signal) {}
  }

  @Test("S6: a generator that releases its observer is interrupted")
  func generatorWithoutInput() {
    let log = Log<Event<Int, Never>>()
    let ended = Log<Int>()
    let signal = Signal<Int, Never> { _, lifetime in lifetime.onEnd { ended.add(1) } }
    signal.observe(log.observer())
    #expect(log.entries == [.interrupted])
    #expect(ended.entries == [1])
  }

  @Test("S6: an unobserved source lives as long as its input")
  func sourceOutlivesItsSignal() {
    let ended = Log<Int>()
    let inputs = Guarded<Observer<Int, Never>?>(nil)
    _ = Signal<Int, Never> { observer, lifetime in
      lifetime.onEnd { ended.add(1) }
      inputs.withLock { $0 = observer }
    }
    #expect(ended.entries == [])
    let last = inputs.withLock { $0.take() }
    #expect(ended.entries == [])
    withExtendedLifetime(last) {}
  }

  @Test("S7: a released, unobserved derived signal detaches silently")
  func derivedDetaches() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    func derive() {
      let probe = Probe { log.add("freed") }
      _ = signal.map { value in
        probe.touch()
        log.add("mapped \(value)")
        return value
      }
    }
    derive()
    #expect(log.entries == ["freed"])
    input.send(1)
    #expect(log.entries == ["freed"])
  }

  @Test("S7: a derived signal stays while observed, then detaches")
  func derivedStaysWhileObserved() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let observation = signal.map { value in
      log.add("mapped \(value)")
      return value
    }.observe { _ in log.add("seen") }
    input.send(1)
    observation.dispose()
    input.send(2)
    #expect(log.entries == ["mapped 1", "seen"])
  }

  @Test("S7: a held derived signal transforms without observers")
  func derivedStaysWhileHeld() {
    let log = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let derived = signal.map { value in
      log.add(value)
      return value
    }
    input.send(1)
    #expect(log.entries == [1])
    withExtendedLifetime(derived) {}
  }

  @Test("S7: a released, unobserved join detaches from all sources")
  func joinDetaches() {
    let log = Log<String>()
    let (first, firstInput) = Signal<Int, Never>.pipe()
    let (second, secondInput) = Signal<Int, Never>.pipe()
    func derive() -> any Disposable {
      let probe = Probe { log.add("freed") }
      return first.combineLatest(with: second).map { pair in
        probe.touch()
        return pair.0 + pair.1
      }.observeValues { log.add("\($0)") }
    }
    let observation = derive()
    firstInput.send(1)
    secondInput.send(2)
    observation.dispose()
    #expect(log.entries == ["3", "freed"])
    firstInput.send(3)
    #expect(log.entries == ["3", "freed"])
  }

  @Test("S8: resources end after all observers got the end")
  func orderAtTheEnd() {
    let log = Log<String>()
    let inputs = Guarded<Observer<Int, Never>?>(nil)
    let signal = Signal<Int, Never> { observer, lifetime in
      lifetime.onEnd { log.add("first resource") }
      lifetime.onEnd { log.add("second resource") }
      inputs.withLock { $0 = observer }
    }
    signal.observeCompleted { log.add("a") }
    signal.map { $0 }.observeCompleted { log.add("b") }
    inputs.withLock { $0 }?.complete()
    #expect(log.entries == ["a", "b", "second resource", "first resource"])
  }

  @Test("S8: all observers are released at the end")
  func observersAreReleased() {
    let log = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    func observe() -> any Disposable {
      let probe = Probe { log.add("freed") }
      return signal.observe { event in
        probe.touch()
        log.add("\(event)")
      }
    }
    let observation = observe()
    input.complete()
    #expect(log.entries == ["completed", "freed"])
    withExtendedLifetime((signal, observation)) {}
  }

  @Test("S9: sending into A reaches D although only A's input is kept")
  func chainIsKeptByItsInput() {
    let log = Log<Int>()
    func chain() -> Observer<Int, Never> {
      let (a, input) = Signal<Int, Never>.pipe()
      let b = a.map { $0 + 1 }
      let c = b.flatMap { SignalProducer<Int, Never>(value: $0 * 10) }
      let d = c.filter { $0 > 0 }
      d.observeValues(log.add)
      return input
    }
    let input = chain()
    input.send(1)
    input.send(2)
    #expect(log.entries == [20, 30])
  }

  @Test("S9: releasing A's input releases the chain")
  func chainIsReleasedWithItsInput() {
    let log = Log<String>()
    func chain() -> Observer<Int, Never> {
      let probe = Probe { log.add("freed") }
      let (a, input) = Signal<Int, Never>.pipe()
      a.map { $0 + 1 }.flatMap { SignalProducer<Int, Never>(value: $0) }.observe { event in
        probe.touch()
        log.add("\(event)")
      }
      return input
    }
    func use() {
      let input = chain()
      input.send(1)
    }
    use()
    #expect(log.entries == ["next(2)", "interrupted", "freed"])
  }
}
