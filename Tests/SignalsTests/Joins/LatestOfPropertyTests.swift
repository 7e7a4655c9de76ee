import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct LatestOfPropertyTests {
  @Test("S11: a property is read when a value comes") func properties() {
    let log = Log<String>()
    let name = MutableProperty("")
    let isLong = name.map { $0.count > 2 }
    let changes = name.producer.dropFirst(1)
    let observation = changes.withLatest(from: isLong).startWithValues { log.add("\($0) \($1)") }
    // Another observer of the computed property changes nothing.
    let other = isLong.producer.startWithValues { _ in }
    name.value = "Ada"
    transaction {
      name.value = "Grace"
      name.value = "x"
    }
    #expect(log.entries == ["Ada true", "x false"])
    observation.dispose()
    other.dispose()
  }

  @Test("S11: so is a condition") func conditions() {
    let log = Log<Int>()
    let step = MutableProperty(0)
    let isTwo = step.map { $0 == 2 }
    let observation = step.producer.throttle(while: isTwo).startWithValues { log.add($0) }
    for number in 1...3 { step.value = number }
    #expect(log.entries == [0, 1, 3])
    observation.dispose()
  }

  @Test func aStreamThatFailsTakesAPropertyToo() {
    let factor = MutableProperty(2)
    let log = Log<Event<Int, Oops>>()
    SignalProducer<Int, Oops>([1, 2]).append(SignalProducer(error: Oops()))
      .withLatest(from: factor).map { $0 * $1 }.start { log.add($0) }
    #expect(log.entries == [.next(2), .next(4), .failed(Oops())])
  }

  /// What reads a property does not keep it (contract S6).
  @Test func aPropertyThatIsGoneHasItsLastValue() {
    let log = Log<Int>()
    var property: MutableProperty? = MutableProperty(1)
    let (numbers, input) = Signal<Int, Never>.pipe()
    let isOver = Guarded(false)
    property!.producer.startWithCompleted { isOver.withLock { $0 = true } }
    let paired = numbers.withLatest(from: property!)
    paired.observeValues { log.add($0 + $1) }
    property!.value = 10
    property = nil
    #expect(isOver.withLock { $0 })
    input.send(1)
    #expect(log.entries == [11])
  }

  @Test func whatIsHeldBackIsReleasedOnce() {
    let log = Log<Event<Int, Never>>()
    let (numbers, input) = Signal<Int, Never>.pipe()
    var isBusy: MutableProperty? = MutableProperty(false)
    numbers.throttle(while: isBusy!).observe { log.add($0) }
    input.send(1)
    isBusy!.value = true
    input.send(2)
    input.send(3)
    isBusy!.value = false
    isBusy!.value = true
    input.send(4)
    // A property that has ended counts as false.
    isBusy = nil
    input.send(5)
    input.complete()
    #expect(log.entries == [.next(1), .next(3), .next(4), .next(5), .completed])
  }

  @Test func completionReleasesWhatIsHeldBack() {
    let log = Log<Event<Int, Never>>()
    let isBusy = MutableProperty(true)
    SignalProducer<Int, Never>([1, 2]).throttle(while: isBusy).start { log.add($0) }
    #expect(log.entries == [.next(2), .completed])
  }
}
