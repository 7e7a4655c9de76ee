import Signals

/// Timers that fire while values, pauses and ends come: nothing is lost, nor comes twice.
extension Scenario {
  static let timed =
    [
      timeoutFires, timeoutFails, debounceFires, throttleFires, delayFires, chunksFire, fullChunksFire,
      sampleFires, sampleCompletes, samplerCompletes, windowsFire,
    ] + completions + interruptions

  /// Operators that send on a scheduler: the one interruption comes there, and the source is disposed of.
  private static let interruptions = [
    interrupts("delay") { $0.delay(second, on: $1).map { [$0] } },
    interrupts("debounce") { $0.debounce(for: second, on: $1).map { [$0] } },
    interrupts("chunks") { $0.chunks(every: second, on: $1) },
    interrupts("windows") { $0.windows(every: second, on: $1).map { _ in [] } },
    interrupts("interval") { _, time in SignalProducer.interval(every: second, on: time).map { [$0] } },
  ]

  /// Operators that keep values in a pause: a completion that comes in one waits for them.
  private static let completions = [
    completes("a buffer") { source, _ in source.buffer(8, onOverflow: .suspend).map { [$0] } },
    completes("delay") { $0.delay(second, on: $1).map { [$0] } },
    completes("receive") { $0.receive(on: $1).map { [$0] } },
    completes("chunks") { $0.chunks(every: second, on: $1) },
    completes("full chunks") { $0.chunks(ofCount: 2, orEvery: second, on: $1) },
    completes("flatMap concat") { source, _ in source.flatMap(.concat) { SignalProducer(value: [$0]) } },
    completes("flatMap with a limit", inOrder: false) { source, time in
      source.flatMap(.concurrent(limit: 2)) { SignalProducer(value: [$0]).delay(second, on: time) }
    },
    completes("zip") { source, _ in source.zip(with: SignalProducer(0..<3)).map { [$0.0] } },
    completes("windows") { source, _ in source.windows(ofCount: 2).flatMap(.concat) { $0.collect() } },
    completes("a shared buffer") { source, _ in
      source.buffer(8, onOverflow: .suspend).replayLazily(1).map { [$0] }
    },
  ]

  private static let second = Duration.seconds(1)

  /// The timer that counts is never lost: without further values the stream ends.
  static let timeoutFires = Scenario("a timeout fires while a value and a pause come") { run in
    let (time, watcher, (signal, input)) = (SteppedScheduler(), Watcher<Int>(run), Signal<Int, Never>.pipe())
    let start = Subscription()
    signal.producer.timeout(.betweenValues, second, switchingTo: SignalProducer<Int, Never>.empty, on: time)
      .attach(Observer(watcher.receive), start)
    return Plan(
      { input.send(1) }, { time.advance() },
      {
        start.pause(); start.resume()
      }
    ) {
      run.expect(watcher.values == [1] || watcher.values.isEmpty, "\(watcher.values)")
      for _ in 0..<4 { time.advance() }
      run.expect(watcher.ends == ["completed"], "the time is never over: \(watcher.ends)")
      input.complete()
    }
  }

  /// The timer itself ends the stream, or the thread that it finds inside the gate.
  static let timeoutFails = Scenario("a timeout fails while a value and a disposal come") { run in
    struct Late: Error {}
    let (time, watcher, (signal, input)) = (SteppedScheduler(), Watcher<Int>(run), Signal<Int, Late>.pipe())
    let (start, disposals) = (Subscription(), GateBox(0))
    signal.producer.on(disposed: { disposals.value += 1 })
      .timeout(.total, second, failingWith: Late(), on: time).completeOnError()
      .attach(Observer(watcher.receive), start)
    return Plan({ input.send(1) }, { time.advance() }, { start.dispose() }) {
      run.expect(watcher.values == [1] || watcher.values.isEmpty, "E6: \(watcher.values)")
      run.expect(watcher.ends.count == 1, "E1: \(watcher.ends)")
      run.expect(disposals.value == 1, "D1: disposed of \(disposals.value) times")
    }
  }

  /// What waits is sent by the timer or at completion, and once.
  static let sampleCompletes = Scenario("a sample completes as its timer fires") { run in
    let (time, watcher, (signal, input)) = (SteppedScheduler(), Watcher<Int>(run), Signal<Int, Never>.pipe())
    signal.producer.sample(every: second, on: time).attach(Observer(watcher.receive), Subscription())
    return Plan(
      {
        input.send(1); input.send(2); input.complete()
      }, { time.advance() }
    ) {
      for _ in 0..<2 { time.advance() }
      run.expect(watcher.values == [2] || watcher.values == [1, 2], "T1: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
    }
  }

  static let samplerCompletes = Scenario("a sample completes as its sampler sends") { run in
    let (watcher, (signal, input), (sampler, tick)) = (
      Watcher<Int>(run), Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe()
    )
    signal.producer.sample(on: sampler).attach(Observer(watcher.receive), Subscription())
    return Plan(
      {
        input.send(1); input.complete()
      },
      {
        tick.send(0); tick.send(0)
      }
    ) {
      run.expect(watcher.values == [1], "lost, or twice: \(watcher.values)")
      run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
    }
  }

  static let debounceFires = losesNothing("debounce") { $0.debounce(for: second, on: $1).map { [$0] } }

  static let throttleFires = losesNothing("throttle") { $0.throttle(for: second, on: $1).map { [$0] } }

  static let sampleFires = losesNothing("sample") { $0.sample(every: second, on: $1).map { [$0] } }

  static let delayFires = losesNothing("delay", all: true) { $0.delay(second, on: $1).map { [$0] } }

  static let chunksFire = losesNothing("chunks", all: true) { $0.chunks(every: second, on: $1) }

  static let fullChunksFire = losesNothing("full chunks", all: true) {
    $0.chunks(ofCount: 2, orEvery: second, on: $1)
  }

  static let windowsFire = losesNothing("windows", all: true) {
    $0.windows(lasting: second, every: second, on: $1).flatten().map { [$0] }
  }

  private static func interrupts(
    _ name: String,
    _ operation:
      @escaping @Sendable (SignalProducer<Int, Never>, SteppedScheduler) -> SignalProducer<[Int], Never>
  ) -> Scenario {
    Scenario("two threads dispose while the timer of \(name) fires") { run in
      let (time, (signal, input)) = (SteppedScheduler(run), Signal<Int, Never>.pipe())
      let watcher = Watcher<[Int]>(run, "the observer") { event in
        run.expect(time.isAdvancing, "T1: \(event) comes elsewhere than on the scheduler")
      }
      let (start, over) = (Subscription(), Tally())
      operation(signal.producer.on(disposed: { over.add() }), time)
        .attach(Observer(watcher.receive), start)
      return Plan(
        {
          input.send(1)
          watcher.dispose(start)
        }, { time.advance() }, { watcher.dispose(start) }
      ) {
        run.expect(name == "interval" || over.count == 1, "the source is not disposed of")
        time.advance()
        run.expect(watcher.ends == ["interrupted"], "P5: \(watcher.ends)")
      }
    }
  }

  /// - Parameter all: Every value is passed on, not only the newest one.
  private static func losesNothing(
    _ name: String, all: Bool = false,
    _ operation:
      @escaping @Sendable (SignalProducer<Int, Never>, SteppedScheduler) -> SignalProducer<[Int], Never>
  ) -> Scenario {
    Scenario("the timer of \(name) fires while values and a pause come") { run in
      let (time, watcher, (signal, input)) = (
        SteppedScheduler(), Watcher<[Int]>(run), Signal<Int, Never>.pipe()
      )
      let start = Subscription()
      operation(signal.producer, time).attach(Observer(watcher.receive), start)
      return Plan(
        {
          input.send(1); input.send(2); input.send(3)
        }, { time.advance() },
        {
          start.pause(); start.resume()
        }
      ) {
        for _ in 0..<3 { time.advance() }
        let values = watcher.values.flatMap { $0 }
        run.expect(values.last == 3, "the newest value is lost: \(values)")
        run.expect(zip(values, values.dropFirst()).allSatisfy { $0 < $1 }, "in order, once: \(values)")
        run.expect(!all || values == [1, 2, 3], "a value is lost: \(values)")
        input.complete()
        time.advance()
        run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      }
    }
  }

  private static func completes(
    _ name: String, inOrder: Bool = true,
    _ operation:
      @escaping @Sendable (SignalProducer<Int, Never>, SteppedScheduler) -> SignalProducer<[Int], Never>
  ) -> Scenario {
    Scenario("complete \(name) in a pause") { run in
      let (time, watcher, (signal, input)) = (
        SteppedScheduler(), Watcher<[Int]>(run), Signal<Int, Never>.pipe()
      )
      let start = Subscription()
      operation(signal.producer, time).attach(Observer(watcher.receive), start)
      start.pause()
      for value in 1...3 { input.send(value) }
      time.advance()
      return Plan(
        { start.resume() },
        {
          start.pause(); input.complete(); start.resume()
        }
      ) {
        for _ in 0..<5 { time.advance() }
        let values = watcher.values.flatMap { $0 }
        run.expect((inOrder ? values : values.sorted()) == [1, 2, 3], "B1: \(values)")
        run.expect(watcher.ends == ["completed"], "E1: \(watcher.ends)")
      }
    }
  }
}
