import Signals
import TestSupport
import Testing

@Suite("Contract, pull")
struct PullRuleTests {
  @Test("P1: making, copying and transforming a producer does nothing")
  func recipesDoNothing() {
    let log = Log<Int>()
    let producer = counting(log).map { $0 }.flatMap { SignalProducer<Int, Never>(value: $0) }
    let copy = producer.retry(1).combineLatest(with: producer)
    #expect(log.entries == [])
    withExtendedLifetime(copy) {}
  }

  @Test("P2: N starts run the work N times, zero starts zero times")
  func eachStartRuns() {
    let log = Log<Int>()
    let producer = counting(log)
    for _ in 0..<3 { producer.start() }
    #expect(log.entries == [1, 1, 1])
  }

  @Test("P2: observers are attached before the work begins")
  func observersComeFirst() {
    let log = Log<Event<Int, Never>>()
    SignalProducer<Int, Never> { observer, _ in
      observer.send(1)
      observer.complete()
    }.startWithSignal { signal, _ in
      signal.observe(log.observer())
      signal.map { $0 * 10 }.observe(log.observer())
    }
    #expect(log.entries == [.next(1), .next(10), .completed, .completed])
  }

  @Test("P3: each start has its own timeline and its own memory")
  func startsAreIndependent() {
    let inputs = Log<Observer<Int, Never>>()
    let (first, second) = (Log<Event<Int, Never>>(), Log<Event<Int, Never>>())
    let producer = SignalProducer<Int, Never> { observer, _ in inputs.add(observer) }.scan(0, +)
    let start = producer.start(first.observer())
    producer.start(second.observer())
    inputs.entries[0].send(1)
    inputs.entries[1].send(10)
    start.dispose()
    inputs.entries[0].send(2)
    inputs.entries[1].send(20)
    inputs.entries[1].complete()
    #expect(first.entries == [.next(1), .interrupted])
    #expect(second.entries == [.next(10), .next(30), .completed])
  }

  @Test("P4: startWithSignal passes the signal before the work begins")
  func setupComesFirst() {
    let log = Log<String>()
    let returned = SignalProducer<Int, Never> { observer, lifetime in
      log.add("work")
      lifetime.onEnd { log.add("end") }
    }.startWithSignal { signal, interrupter in
      log.add("setup")
      signal.observe { log.add("\($0)") }
      #expect(!interrupter.isDisposed)
    }
    #expect(log.entries == ["setup", "work"])
    returned.dispose()
    #expect(log.entries == ["setup", "work", "interrupted", "end"])
  }

  @Test("P4: disposing inside the setup prevents the work")
  func disposingInSetup() {
    let log = Log<String>()
    counting(Log<Int>()).on(starting: { log.add("work") }).startWithSignal { signal, interrupter in
      signal.observe { log.add("\($0)") }
      interrupter.dispose()
    }
    #expect(log.entries == ["interrupted"])
  }

  @Test("P5: disposal interrupts, then cleans up, newest first")
  func disposalOrder() {
    let log = Log<String>()
    let start = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.onEnd { log.add("first resource") }
      lifetime.onEnd { log.add("second resource") }
      observer.send(1)
    }.map { $0 }.start { log.add("\($0)") }
    start.dispose()
    start.dispose()
    #expect(log.entries == ["next(1)", "interrupted", "second resource", "first resource"])
  }

  @Test("P5: disposing of one start leaves the others alone")
  func disposalIsLocal() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let (first, second) = (Log<Event<Int, Never>>(), Log<Event<Int, Never>>())
    let producer = signal.producer
    let start = producer.start(first.observer())
    producer.start(second.observer())
    start.dispose()
    input.send(1)
    #expect(first.entries == [.interrupted])
    #expect(second.entries == [.next(1)])
  }

  @Test("P5: a generator without its observer can be interrupted")
  func lettingGoIsNoInterruption() {
    let log = Log<Event<Int, Never>>()
    let start = SignalProducer<Int, Never> { _, _ in }.start(log.observer())
    #expect(log.entries == [])
    start.dispose()
    #expect(log.entries == [.interrupted])
  }

  @Test("P5: the lifetime of a released start is cleaned up")
  func abandonedStartsAreCleanedUp() {
    let log = Log<String>()
    func start() {
      SignalProducer<Int, Never> { _, lifetime in lifetime.onEnd { log.add("end") } }
        .map { $0 }.prefix(1).prefix(while: { _ in true }).start { log.add("\($0)") }
    }
    start()
    #expect(log.entries == ["end"])
  }

  @Test("P5: a signal of a released start is interrupted")
  func abandonedSignalsAreInterrupted() {
    let log = Log<String>()
    func start() {
      SignalProducer<Int, Never> { _, lifetime in lifetime.onEnd { log.add("end") } }
        .startWithSignal { signal, _ in signal.observe { log.add("\($0)") } }
    }
    start()
    #expect(log.entries == ["end", "interrupted"])
  }

  @Test("P5: a start lasts although its disposable was dropped")
  func droppingTheDisposable() {
    let log = Log<Event<Int, Never>>()
    let inputs = Log<Observer<Int, Never>>()
    SignalProducer<Int, Never> { observer, _ in inputs.add(observer) }.start(log.observer())
    inputs.entries[0].send(1)
    #expect(log.entries == [.next(1)])
  }

  @Test("P6: what works on signals is applied to each started signal")
  func operatorsServeBothDrives() {
    func pipeline<D: Drive>(_ stream: EventStream<D, Int, Never>) -> EventStream<D, String, Never> {
      stream.filter { $0 > 1 }.scan(0, +).removeDuplicates().map { "\($0)" }
    }
    let (pushed, pulled) = (Log<Event<String, Never>>(), Log<Event<String, Never>>())
    let (signal, input) = Signal<Int, Never>.pipe()
    pipeline(signal).observe(pushed.observer())
    for value in 1...3 { input.send(value) }
    input.complete()
    pipeline(SignalProducer<Int, Never>(1...3)).start(pulled.observer())
    #expect(pushed.entries == [.next("2"), .next("5"), .completed])
    #expect(pulled.entries == pushed.entries)
  }

  @Test("P7: D starts C, B and A; results travel A, B, C, D")
  func orderOfStarts() {
    let log = Log<String>()
    func step(_ name: String, _ stream: SignalProducer<Int, Never>) -> SignalProducer<Int, Never> {
      stream.on(starting: { log.add("start \(name)") }, next: { _ in log.add("value \(name)") })
    }
    let a = step("A", SignalProducer(value: 1))
    let b = step("B", a.map { $0 + 1 })
    let c = step("C", b.merge(with: SignalProducer.empty))
    let d = step("D", c.flatMap { SignalProducer(value: $0) })
    d.start()
    #expect(
      log.entries == [
        "start D", "start C", "start B", "start A", "value A", "value B", "value C", "value D",
      ])
  }

  @Test("P8: a million synchronous inner producers use constant stack", arguments: FlattenStrategy.all)
  func manyInnerProducers(strategy: FlattenStrategy) {
    onSmallStack {
      let count = Guarded(0)
      let inOrder = Guarded(0)
      SignalProducer<Int, Never>(0..<rounds(1_000_000))
        .flatMap(strategy) { SignalProducer<Int, Never>(value: $0) }
        .startWithValues { value in
          if count.withLock({ $0 }) == value { inOrder.withLock { $0 += 1 } }
          count.withLock { $0 += 1 }
        }
      #expect(count.withLock { $0 } == rounds(1_000_000))
      #expect(inOrder.withLock { $0 } == rounds(1_000_000))
    }
  }

  @Test("P8: a million synchronous retries use constant stack")
  func manyRetries() {
    onSmallStack {
      let log = Log<Event<Int, Oops>>()
      let runs = Guarded(0)
      SignalProducer<Int, Oops> { observer, _ in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        if run <= rounds(1_000_000) { observer.fail(Oops()) } else { observer.send(run) }
        observer.complete()
      }.retry(rounds(1_000_000)).start(log.observer())
      #expect(log.entries == [.next(rounds(1_000_000) + 1), .completed])
    }
  }

  @Test("P8: a million synchronous runs use constant stack in repeat")
  func manyRepeats() {
    onSmallStack {
      let log = Log<Event<Int, Never>>()
      SignalProducer<Int, Never>(value: 1).repeat(rounds(1_000_000)).reduce(0, +).start(log.observer())
      #expect(log.entries == [.next(rounds(1_000_000)), .completed])
    }
  }

  @Test("P8: a million synchronous values need no stack or mailbox")
  func manyValues() {
    onSmallStack {
      let log = Log<Event<Int, Never>>()
      SignalProducer<Int, Never>(0..<rounds(1_000_000))
        .append(SignalProducer(0..<rounds(1_000_000))).merge(with: SignalProducer.empty).reduce(0) {
          count, _ in
          count + 1
        }
        .start(log.observer())
      #expect(log.entries == [.next(2 * rounds(1_000_000)), .completed])
    }
  }

  private func counting(_ log: Log<Int>) -> SignalProducer<Int, Never> {
    SignalProducer { observer, _ in
      log.add(1)
      observer.send(1)
      observer.complete()
    }
  }
}

extension FlattenStrategy {
  static let all: [Self] = [.merge, .concat, .latest]
}
