import Signals

/// Timers that fire while values, pauses and ends come: nothing is lost, nor comes twice.
extension Scenario {
  static let timed = [
    timeoutFires, debounceFires, throttleFires, delayFires, chunksFire, fullChunksFire, sampleFires,
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

  static let debounceFires = losesNothing("debounce") { $0.debounce(for: second, on: $1).map { [$0] } }

  static let throttleFires = losesNothing("throttle") { $0.throttle(for: second, on: $1).map { [$0] } }

  static let sampleFires = losesNothing("sample") { $0.sample(every: second, on: $1).map { [$0] } }

  static let delayFires = losesNothing("delay", all: true) { $0.delay(second, on: $1).map { [$0] } }

  static let chunksFire = losesNothing("chunks", all: true) { $0.chunks(every: second, on: $1) }

  static let fullChunksFire = losesNothing("full chunks", all: true) {
    $0.chunks(ofCount: 2, orEvery: second, on: $1)
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
}
