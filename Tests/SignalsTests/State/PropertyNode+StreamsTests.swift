import Signals
import Testing

/// What observers of properties receive, and when.
@Suite struct PropertyNodeStreamsTests {
  @Test func theFirstValueComesBeforeTheCallReturns() {
    let number = MutableProperty(1)
    let heard = Log<Int>()
    number.producer.startWithValues(heard.add)
    number.map { $0 * 10 }.producer.startWithValues(heard.add)
    #expect(heard.entries == [1, 10])
  }

  /// Two threads store in one order and arrive in the other: each value goes back to the change that it was set by
  /// (contract R5).
  @Test func aChangeThatComesEarlyKeepsItsOrigin() {
    let number = MutableProperty(0)
    let heard = Log<[UInt64]>()
    number.signal.observeValues { heard.add([UInt64($0), Wave.origin ?? 0]) }
    for (value, version, origin) in [(20, 3, 9), (10, 2, 5)] as [(Int, UInt64, UInt64)] {
      var nothing = Announcements()
      Wave.announce(&nothing, after: number.node, origin) { _ in
        number.node.notifyObservers(value, version)
      }
    }
    #expect(heard.entries == [[10, 5], [20, 9]])
  }

  @Test func alsoFromInsideAnObserver() {
    let number = MutableProperty(1)
    let derived = number.map { $0 * 10 }
    let heard = Log<String>()
    let isFirst = Flag.Shared()
    derived.signal.observeValues { value in
      heard.add("outer \(value)")
      guard isFirst.flag.set() else { return }
      number.producer.startWithValues { heard.add("number \($0)") }
      derived.producer.startWithValues { heard.add("derived \($0)") }
      heard.add("returns")
    }
    number.value = 2
    #expect(heard.entries == ["outer 20", "number 2", "derived 20", "returns"])
    number.value = 3
    #expect(heard.entries.dropFirst(4) == ["number 3", "outer 30", "derived 30"])
  }

  @Test func currentValueByObservingAndDisposingAtOnce() {
    let number = MutableProperty(1)
    let derived = number.map { $0 * 10 }
    let heard = Log<Int>()
    number.signal.observeValues { _ in
      for property in [number.readOnly, derived] {
        property.producer.startWithValues(heard.add).dispose()
        property.producer.prefix(1).startWithValues(heard.add)
      }
    }
    derived.signal.observeValues { _ in derived.producer.startWithValues(heard.add).dispose() }
    number.value = 2
    number.value = 3
    #expect(heard.entries == [2, 2, 20, 20, 20, 3, 3, 30, 30, 30])
  }

  @Test func observersAddedDuringADeliveryHearWhatFollows() {
    let number = MutableProperty(1)
    let heard = Log<String>()
    number.signal.observeValues { value in
      if value == 2 { number.signal.observeValues { heard.add("signal \($0)") } }
      if value == 2 { number.producer.startWithValues { heard.add("producer \($0)") } }
    }
    number.value = 2
    number.value = 3
    #expect(heard.entries == ["producer 2", "signal 3", "producer 3"])
  }

  @Test func aDerivedValueIsUpToDateInsideObserversOfItsSource() {
    let number = MutableProperty(1)
    let (double, sum) = (number.map { $0 * 2 }, number.combineLatest(with: number).map { $0 + $1 })
    let computed = Property { double.value + sum.value }
    let heard = Log<[Int]>()
    computed.producer.start()
    number.producer.startWithValues { heard.add([$0, double.value, sum.value, computed.value]) }
    number.value = 2
    transaction { number.value = 3 }
    #expect(heard.entries == [[1, 2, 2, 4], [2, 4, 4, 8], [3, 6, 6, 12]])
  }

  @Test func observersOfTheSetPropertyComeFirstThenDerivedOnes() {
    let number = MutableProperty(1)
    let (first, second, third) = (number.map { $0 }, number.map { $0 }, number.map { $0 })
    let (deep, deeper) = (first.map { $0 }, first.map { $0 }.map { $0 })
    let heard = Log<String>()
    func observe(_ property: Property<Int>, _ name: String) -> any Disposable {
      property.signal.observeValues { _ in heard.add(name) }
    }
    let all: [any Disposable] = [
      observe(deeper, "deeper"), observe(third, "third"), observe(first, "first"), observe(deep, "deep"),
      observe(second, "second"), observe(third, "third again"), observe(number.readOnly, "number"),
    ]
    number.value = 2
    let order = ["number", "deeper", "third", "third again", "first", "deep", "second"]
    #expect(heard.entries == order)
    // A property that has lost all its observers comes last in the order when it is observed again.
    all[0].dispose()
    let again = observe(deeper, "deeper")
    number.value = 3
    #expect(Array(heard.entries.dropFirst(7)) == order.filter { $0 != "deeper" } + ["deeper"])
    withExtendedLifetime(again) {}
  }

  @Test("D2: nothing arrives after dispose returned in an observer")
  func disposingInsideAnObserver() {
    let number = MutableProperty(1)
    for property in [number.readOnly, number.map { $0 }, Property { number.value }] {
      let log = Log<Event<Int, Never>>()
      let observation = SerialDisposable()
      observation.inner = property.producer.start { event in
        log.add(event)
        guard let value = event.value, value % 10 == 2 else { return }
        number.value = value + 1
        observation.dispose()
        number.value = value + 2
      }
      number.value = number.value / 10 * 10 + 12
      #expect(log.entries.suffix(2) == [.next(number.value - 2), .interrupted])
    }
  }

  @Test("D2: disposal by another observer stops the event in flight")
  func disposingAnother() {
    let number = MutableProperty(1)
    let later = SerialDisposable()
    let log = Log<Event<Int, Never>>()
    number.signal.observeValues { _ in later.dispose() }
    later.inner = number.producer.start(log.observer())
    number.value = 2
    #expect(log.entries == [.next(1), .interrupted])
  }

  @Test func disposalBeforeTheStart() {
    let number = MutableProperty(1)
    let log = Log<Event<Int, Never>>()
    let subscription = Subscription()
    subscription.dispose()
    number.attach(log.observer(), subscription)
    number.producer.startWithSignal { signal, interrupter in
      signal.observe(log.observer())
      interrupter.dispose()
    }
    #expect(log.entries == [.interrupted, .interrupted])
    #expect(!number.node.isObserved)
  }

  @Test func aSignalThatIsNotHeldDetaches() {
    let runs = Log<Int>()
    let number = MutableProperty(1)
    let derived = number.map { number in
      runs.add(number)
      return number
    }
    func observe() { _ = derived.signal.map { $0 } }
    observe()
    #expect(runs.entries == [1])
    number.value = 2
    #expect(runs.entries == [1])
    #expect(!derived.node.isObserved)
  }

  @Test func aSignalStaysWhileItIsObserved() {
    let heard = Log<Int>()
    let number = MutableProperty(1)
    let observation = number.map { $0 * 10 }.signal.map { $0 + 1 }.observeValues(heard.add)
    number.value = 2
    observation.dispose()
    number.value = 3
    #expect(heard.entries == [21])
  }

  @Test func propertiesAreSourcesOfEvents() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let number = MutableProperty(1)
    let heard = Log<Int>()
    signal.combineLatest(with: number).observeValues { heard.add($0 * 10 + $1) }
    input.send(1)
    number.value = 2
    input.send(2)
    #expect(heard.entries == [11, 12, 22])
  }

  @Test func callsNoForeignCodeUnderALock() {
    let number = MutableProperty(Checked(1))
    let derived = number.map { Checked($0.number * 2) }
    let computed = Property { Checked(derived.value.number + number.value.number) }
    let heard = Log<Int>()
    computed.producer.startWithValues { heard.add($0.number) }
    number.value = Checked(2)
    number.modify { $0 = Checked($0.number + 1) }
    transaction {
      number.value = Checked(3)
      number.value = Checked(4)
    }
    #expect(heard.entries == [3, 6, 9, 12])
  }
}

/// Stops when it is compared or released while a lock is held (contract E9).
private final class Checked: Equatable, Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }

  deinit { assertNoLockHeld() }

  static func == (one: Checked, other: Checked) -> Bool {
    assertNoLockHeld()
    return one.number == other.number
  }
}
