import Signals
import Testing

@Suite struct PropertyCreationTests {
  @Test func constantsCompleteAtOnce() {
    let log = Log<Event<Int, Never>>()
    let constant = Property(value: 3)
    #expect(constant.value == 3)
    constant.producer.start(log.observer())
    constant.map { $0 * 2 }.producer.start(log.observer())
    constant.combineLatest(with: constant).map { $0 + $1 }.producer.start(log.observer())
    #expect(
      log.entries == [.next(3), .completed, .next(6), .completed, .next(6), .completed])
    constant.signal.observe(log.observer())
    #expect(log.entries.last == .interrupted)
  }

  @Test func computedOnesFollowWhatTheyRead() {
    let (first, last) = (MutableProperty("Ada"), MutableProperty("L."))
    let name = Property { "\(first.value) \(last.value)" }
    let heard = Log<String>()
    name.producer.startWithValues(heard.add)
    last.value = "Lovelace"
    #expect(heard.entries == ["Ada L.", "Ada Lovelace"])
  }

  @Test func computedOnesCompleteWithEverythingTheyRead() {
    let log = Log<Event<Int, Never>>()
    var (a, b): (MutableProperty<Int>?, MutableProperty<Int>?) = (MutableProperty(1), MutableProperty(2))
    let (first, second) = (a!.map { $0 }, b!.map { $0 })
    Property { first.value + second.value }.producer.start(log.observer())
    a = nil
    b!.value = 3
    b = nil
    #expect(log.entries == [.next(3), .next(4), .completed])
  }

  @Test func equalComputedValuesAreNoChange() {
    let number = MutableProperty(1)
    let heard = Log<String>()
    Property { number.value / 10 }.producer.startWithValues { heard.add("\($0)") }
    Property { [number.value / 10] as [any Sendable] }.producer.startWithValues { heard.add("\($0)") }
    number.value = 2
    #expect(heard.entries == ["0", "[0]", "[0]"])
  }

  // MARK: From streams

  @Test func followsASignal() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let property = Property(initial: 0, then: signal)
    let heard = Log<Int>()
    property.producer.startWithValues(heard.add)
    #expect(property.value == 0)
    input.send(1)
    input.send(1)
    input.send(2)
    #expect(property.value == 2)
    #expect(heard.entries == [0, 1, 2])
  }

  @Test func startsAProducerAtOnceAndOnce() {
    let starts = Log<Int>()
    let producer = SignalProducer<Int, Never> { observer, _ in
      starts.add(1)
      observer.send(5)
      observer.complete()
    }
    let property = Property(initial: 0, then: producer)
    #expect(property.value == 5)
    let log = Log<Event<Int, Never>>()
    property.producer.start(log.observer())
    property.producer.start(log.observer())
    #expect(log.entries == [.next(5), .completed, .next(5), .completed])
    #expect(starts.entries == [1])
  }

  @Test func keepsTheLastValueAtTheEnd() {
    for end in [Termination<Never>.completed, .interrupted] {
      let (signal, input) = Signal<Int, Never>.pipe()
      let property = Property(initial: 0, then: signal)
      let derived = property.map { $0 * 10 }
      let log = Log<Event<Int, Never>>()
      property.producer.start(log.observer())
      derived.producer.start(log.observer())
      input.send(1)
      input.send(end: end)
      #expect(log.entries == [.next(0), .next(0), .next(1), .next(10), .completed, .completed])
      #expect((property.value, derived.value) == (1, 10))
    }
  }

  @Test func letsGoOfTheProducerWithTheLastCopy() {
    let log = Log<String>()
    var property: Property? = Property(initial: 0, then: running(log))
    var copy = property
    #expect(log.entries == ["run"])
    property = nil
    #expect(log.entries == ["run"])
    withExtendedLifetime(copy) {}
    copy = nil
    #expect(log.entries == ["run", "end"])
  }

  @Test func derivedOnesKeepTheProducer() {
    let makers: [@Sendable (Property<Int>) -> Property<Int>] = [
      { $0.map { $0 + 1 } }, { $0.removeDuplicates() }, { $0.combineLatest(with: $0).map { $0 + $1 } },
      { property in Property { property.value } },
      { property in Property(value: 0).flatMap { _ in property } },
      { $0.flatMap { Property(value: $0) } }, { Property.combineLatest([$0, $0]).map { $0[0] } },
    ]
    for (index, make) in makers.enumerated() {
      let log = Log<String>()
      var derived: Property<Int>? = make(Property(initial: 0, then: running(log)))
      _ = derived?.value
      #expect(log.entries == ["run"], "\(index)")
      let observation = derived?.producer.start()
      let signal = derived?.signal
      derived = nil
      #expect(log.entries == ["run"], "\(index)")
      observation?.dispose()
      #expect(log.entries == ["run"], "\(index)")
      withExtendedLifetime(signal) {}
    }
  }

  @Test func observersKeepTheProducer() {
    let log = Log<String>()
    func observe() -> any Disposable {
      Property(initial: 0, then: running(log)).map { $0 + 1 }.producer.start()
    }
    let observation = observe()
    #expect(log.entries == ["run"])
    observation.dispose()
    #expect(log.entries == ["run", "end"])
  }

  /// A producer that reports when it runs and when it is released.
  private func running(_ log: Log<String>) -> SignalProducer<Int, Never> {
    SignalProducer { observer, lifetime in
      log.add("run")
      lifetime.onEnd { log.add("end") }
      lifetime += SignalProducer<Int, Never>.never.start { _ in observer.complete() }
    }
  }
}
