import Signals
import SignalsTesting
import Testing

@Suite struct StoredTests {
  @Test func hasTheInitialValueThenTheLatest() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let latest = numbers.stored(initial: 0)
    #expect(latest.value == 0)
    input.send(1)
    #expect(latest.value == 1)
  }

  @Test func startsAProducerAtOnce() {
    let latest = SignalProducer<Int, Never>([1, 2, 3]).stored(initial: 0)
    #expect(latest.value == 3)
  }

  @Test func completesWithTheSourceAndKeepsItsValue() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let latest = numbers.stored(initial: 0)
    let log = Log<String>()
    latest.producer.start { log.add("\($0)") }
    input.send(1)
    input.send(1)
    input.complete()
    #expect(log.entries == ["next(0)", "next(1)", "completed"])
    #expect(latest.value == 1)
  }

  @Test func countsEachValueThatCannotBeCompared() {
    struct Opaque: Sendable {}
    let (values, input) = Signal<Opaque, Never>.pipe()
    let latest = values.stored(initial: Opaque())
    let log = Log<Int>()
    latest.signal.observeValues { _ in log.add(1) }
    input.send(Opaque())
    input.send(Opaque())
    #expect(log.entries.count == 2)
  }

  @Test func disposesOfTheSourceWhenTheLastPropertyIsReleased() {
    let log = Log<String>()
    let source = SignalProducer<Int, Never>.never.on(disposed: { log.add("disposed") })
    var latest: Property? = source.stored(initial: 0)
    var doubled: Property? = latest!.map { $0 * 2 }
    latest = nil
    #expect(log.entries == [])
    doubled = nil
    #expect(log.entries == ["disposed"])
    withExtendedLifetime((latest, doubled)) {}
  }
}
