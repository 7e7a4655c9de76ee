import Signals
import SignalsTesting
import Synchronization
import TestSupport
import Testing

@Suite("Contract, pressure", .mayBlock)
struct PressureRuleTests {
  // MARK: B1

  @Test(
    "B1: receive(on:) drops by its policy, and counts",
    arguments: [
      (Buffering.newest(3), [1, 98, 99, 100], 96), (.oldest(3), [1, 2, 3, 4], 96),
      (.suspending(3), Array(1...100), 0),
      (.unbounded, Array(1...100), 0),
    ])
  func receiveDrops(_ buffering: Buffering, _ delivered: [Int], _ dropped: Int) {
    let time = TestScheduler()
    let recorder = Recorder<Int, Never>()
    let drops = MutableProperty(0)
    let (output, input) = Signal<Int, Never>.pipe()
    // The consumer is inside its first value while all others come.
    output.receive(on: time, buffering: buffering, drops: drops)
      .on(next: { if $0 == 1 { for value in 2...100 { input.send(value) } } })
      .observe(recorder.observer)
    input.send(1)
    time.run()
    #expect(recorder.values == delivered)
    #expect(drops.value == dropped)
  }

  // MARK: B2

  @Test("B2: a paused sequence stops after the value, then goes on")
  func sequencesPause() {
    let recorder = Recorder<Int, Never>()
    let interrupter = SerialDisposable()
    SignalProducer<Int, Never>(1...10).startWithSignal { signal, subscription in
      interrupter.inner = subscription
      signal.observeValues { if $0 == 3 { subscription.pause() } }
      signal.observe(recorder.observer)
    }
    #expect(recorder.values == [1, 2, 3])
    interrupter.inner?.resume()
    #expect(recorder.events == (1...10).map { .next($0) } + [.completed])
  }

  @Test("B2: pauses are counted")
  func pausesAreCounted() {
    let recorder = Recorder<Int, Never>()
    let subscription = Subscription()
    subscription.pause()
    subscription.pause()
    SignalProducer<Int, Never>(1...3).attach(recorder.observer, subscription)
    subscription.resume()
    #expect(recorder.events.isEmpty)
    subscription.resume()
    #expect(recorder.values == [1, 2, 3])
  }

  @Test("B2: pauses and resumptions of four threads leave no pause")
  func pausesFromManyThreads() {
    for _ in 0..<rounds(200) {
      let count = Counter()
      let subscription = Subscription()
      let numbers = SignalProducer<Int, Never>(0..<2000)
      onThreads(5) { thread in
        if thread == 0 {
          numbers.merge(with: numbers.map { $0 }).flatMap(.concat) { SignalProducer(value: $0) }
            .attach(Observer(next: { _ in count.increment() }, end: { _ in }), subscription)
        } else {
          for _ in 0..<20 {
            subscription.pause()
            subscription.resume()
          }
        }
      }
      #expect(count.value == 4000)
      #expect(subscription.hasEnded)
    }
  }

  private static let naturals = SignalProducer<Int, Never>.unfold(0) { ($0, $0 + 1) }
  private static let silence = SignalProducer<Int, Never>.never

  /// Joins and stages between a source and the consumer that requests a pause.
  private static let chains:
    [(name: String, chain: @Sendable (SignalProducer<Int, Never>) -> SignalProducer<Int, Never>)] = [
      ("stages", { $0.map { $0 }.filter { _ in true }.scan(0) { $1 }.dropFirst(0) }),
      ("merge", { $0.merge(with: silence) }),
      ("combineLatest", { source in SignalProducer(value: 0).combineLatest(with: source).map { $0.1 } }),
      ("withLatest", { $0.withLatest(from: SignalProducer(value: 0)).map { $0.0 + $0.1 } }),
      ("zip", { $0.zip(with: SignalProducer(0..<100)).map { $0.0 } }),
      ("append", { $0.append(silence) }),
      ("prepend", { $0.prepend(0).dropFirst(1) }),
      ("merge of many", { source in SignalProducer(value: 0).flatMap(.merge) { _ in source } }),
      ("concat", { source in SignalProducer(value: 0).flatMap(.concat) { _ in source } }),
      ("latest", { source in SignalProducer(value: 0).flatMap(.latest) { _ in source } }),
      ("race", { source in SignalProducer(value: 0).flatMap(.race) { _ in source } }),
      ("exhaust", { source in SignalProducer(value: 0).flatMap(.exhaust) { _ in source } }),
      ("retry", { $0.retry(2) }),
      ("repeat", { $0.repeat(2).prefix(10) }),
      ("catch", { $0.setFailureType(to: Oops.self).catch { _ in SignalProducer<Int, Never>.empty } }),
      ("prefix(until:)", { $0.prefix(until: SignalProducer<Int, Never>.never) }),
      ("timeout", { $0.timeout(.betweenValues, .seconds(9), switchingTo: naturals, on: TestScheduler()) }),
      ("deferred", { source in .deferred { source } }),
      ("using", { source in .using({ AnyDisposable {} }, { _ in source }) }),
      ("start on a scheduler", { $0.start(on: ImmediateScheduler()) }),
      (
        "a generator by hand",
        { source in
          SignalProducer { observer, lifetime in
            let subscription = Subscription()
            lifetime += subscription
            source.attach(observer, subscription)
          }
        }
      ),
      ("a future", { source in source.collect().flatMap(.concat) { SignalProducer($0) } }),
      (
        "joins in joins",
        { $0.merge(with: silence).flatMap(.concat) { SignalProducer(value: $0) }.merge(with: silence) }
      ),
    ]

  @Test("B2: a pause reaches the source through every stage and join", arguments: chains.indices)
  func pausesTravel(_ index: Int) {
    let (name, chain) = Self.chains[index]
    let produced = Counter()
    let received = Counter()
    let source = SignalProducer<Int, Never>(1...10).on(next: { _ in produced.increment() })
    let disposable = SerialDisposable()
    chain(source).startWithSignal { signal, subscription in
      disposable.inner = subscription
      signal.observeValues { _ in
        received.increment()
        if received.value == 3 { subscription.pause() }
      }
    }
    #expect(received.value == 3, "\(name)")
    disposable.inner?.resume()
    #expect(received.value == 10, "\(name)")
    #expect(produced.value >= 10, "\(name)")
  }

  @Test("B2: a generator checks for a pause, and is resumed")
  func generatorsPause() {
    let recorder = Recorder<Int, Never>()
    let next = Atomic<Int>(1)
    let producer = SignalProducer<Int, Never> { observer, lifetime in
      @Sendable func work() {
        while !lifetime.isPaused {
          let value = next.wrappingAdd(1, ordering: .relaxed).oldValue
          if value > 5 { return observer.complete() }
          observer.send(value)
        }
        lifetime.whenResumed(work)
      }
      work()
    }
    let interrupter = SerialDisposable()
    producer.merge(with: SignalProducer<Int, Never>.empty).startWithSignal { signal, subscription in
      interrupter.inner = subscription
      signal.observe(recorder.observer)
      signal.observeValues { if $0 == 2 { subscription.pause() } }
    }
    #expect(recorder.values == [1, 2])
    interrupter.inner?.resume()
    #expect(recorder.events == (1...5).map { .next($0) } + [.completed])
  }

  @Test("B2: a source resumes outside the gates and can pause again")
  func resumingInsideACallback() {
    let naturals = Self.naturals
    let count = Counter()
    naturals.zip(with: naturals).startWithSignal { signal, subscription in
      signal.observeValues { _ in
        subscription.pause()
        subscription.resume()
        count.increment()
        if count.value == 1000 { subscription.dispose() }
      }
    }
    #expect(count.value == 1000)
  }

  @Test("B2: a start disposed of while paused is interrupted")
  func disposalDuringAPause() {
    let log = Log<String>()
    do {
      let probe = Probe { log.add("released") }
      let subscription = SignalProducer<Int, Never>(1...3).on(next: { _ in probe.touch() }).buffer(
        1, onOverflow: .suspend
      )
      .start { log.add("\($0)") }
      subscription.pause()
      subscription.dispose()
      subscription.resume()
    }
    #expect(log.entries == ["next(1)", "next(2)", "next(3)", "completed", "released"])

    let paused = Log<String>()
    do {
      let probe = Probe { paused.add("released") }
      let subscription = Subscription()
      subscription.pause()
      SignalProducer<Int, Never>(1...3).on(next: { _ in probe.touch() }).attach(
        Observer { paused.add("\($0)") }, subscription)
      subscription.dispose()
      subscription.resume()
    }
    #expect(paused.entries == ["interrupted", "released"])
  }

  @Test("P5: a released start is cleaned up while it is paused")
  func forgottenWhilePaused() {
    let log = Log<String>()
    do {
      let subscription = Subscription()
      subscription.pause()
      subscription.onEnd { log.add("cleaned up") }
      SignalProducer<Int, Never>(1...3).attach(
        Observer(next: { (_: Int) in }, end: { (_: Termination<Never>) in }), subscription)
    }
    #expect(log.entries == ["cleaned up"])
  }

  private static let merges: [@Sendable ([SignalProducer<Int, Never>]) -> SignalProducer<Int, Never>] = [
    { $0[0].merge(with: $0[1]).merge(with: $0[2]) },
    { .merge($0) },
    { SignalProducer($0).flatten(.merge) },
    { SignalProducer($0).flatten(.concurrent(limit: 3)) },
  ]

  @Test("B2: endless sources of a merge that is paused take turns", arguments: merges.indices)
  func mergedSourcesTakeTurns(_ index: Int) {
    let time = TestScheduler()
    let values = Log<Int>()
    let sources = (0..<3).map { SignalProducer<Int, Never>.repeating($0) }
    Self.merges[index](sources).receive(on: time, buffering: .suspending(10)).prefix(1000)
      .startWithValues { values.add($0) }
    time.run()
    for source in 0..<3 { #expect(values.entries.count { $0 == source } > 100) }
  }

  // MARK: B3

  @Test("B3: flatMap pauses a source whose values wait", arguments: [1, 8])
  func flatMapIsBounded(_ limit: Int) {
    let produced = Counter()
    let inner = Log<Observer<Int, Never>>()
    Self.naturals.on(next: { _ in produced.increment() })
      .flatMap(.concurrent(limit: limit)) { _ in
        SignalProducer<Int, Never> { observer, _ in inner.add(observer) }
      }
      .start()
    #expect(produced.value == limit + 64)
    for index in 0..<500 {
      inner.entries[index].complete()
      #expect(produced.value <= index + 1 + limit + 64)
    }
    #expect(inner.entries.count == 500 + limit)
  }

  @Test("B3: zip pauses the source that is ahead")
  func zipIsBounded() {
    let ahead = Counter()
    let (output, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    Self.naturals.on(next: { _ in ahead.increment() })
      .zip(with: output).map { $0.0 }.start(recorder.observer)
    #expect(ahead.value == 64)
    for value in 0..<500 {
      input.send(value)
      #expect(ahead.value <= value + 1 + 64)
    }
    #expect(recorder.values == Array(0..<500))
  }

  @Test("B3: receive(on:) pauses a source faster than the scheduler")
  func receiveIsBounded() {
    let time = TestScheduler()
    let produced = Counter()
    let received = Counter()
    Self.naturals.on(next: { _ in produced.increment() })
      .receive(on: time, buffering: .suspending(10))
      .on(next: { _ in
        received.increment()
        #expect(produced.value <= received.value + 2 * 10)
      })
      .prefix(1000).start()
    #expect(produced.value == 10)
    time.run()
    #expect(received.value == 1000)
  }

  private typealias Windows =
    @Sendable (SignalProducer<Int, Never>, TestScheduler) -> SignalProducer<SignalProducer<Int, Never>, Never>

  private static let windows: [Windows] = [
    { $0.windows(every: .seconds(1), on: $1) },
    { $0.windows(every: .seconds(1), orCount: 100, on: $1) },
    { $0.windows(lasting: .seconds(2), every: .seconds(1), on: $1) },
  ]

  @Test("B3: windows pause a source faster than the scheduler", arguments: windows.indices)
  func windowsAreBounded(_ index: Int) {
    let time = TestScheduler()
    let produced = Counter()
    let values = Log<Int>()
    let numbers = SignalProducer<Int, Never>(0..<5000).on(next: { _ in produced.increment() })
    Self.windows[index](numbers, time).flatMap { $0 }.startWithValues { values.add($0) }
    #expect(produced.value == 1024)
    time.run()
    #expect(values.entries == Array(0..<5000))
  }

  @Test("B3: chunks by time pause a source faster than the clock")
  func chunksAreBounded() {
    let time = TestScheduler()
    let recorder = Recorder<[Int], Never>()
    Self.naturals.chunks(every: .seconds(1), upTo: 5, on: time)
      .prefix(3).start(recorder.observer)
    time.run()
    #expect(recorder.values == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]])
  }
}
