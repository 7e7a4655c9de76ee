import Signals
import SignalsTesting
import Testing

@Suite struct ObserveDuringTests {
  @Test func endsWithTheLifetime() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    var owner: MutableProperty? = MutableProperty("owner")
    let log = Log<String>()
    numbers.observe(during: owner!.lifetime) { log.add("\($0)") }
    input.send(1)
    owner = nil
    input.send(2)
    #expect(log.entries == ["next(1)"])
  }

  @Test func endsWithTheSignal() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let owner = MutableProperty("owner")
    let log = Log<String>()
    let observation = numbers.observe(during: owner.lifetime) { log.add("\($0)") }
    input.complete()
    #expect(log.entries == ["completed"])
    #expect(observation.isDisposed)
  }

  @Test func canEndEarlier() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let owner = MutableProperty("owner")
    let log = Log<String>()
    numbers.observe(during: owner.lifetime) { log.add("\($0)") }.dispose()
    input.send(1)
    #expect(log.entries == [])
  }

  @Test func seesNothingOfALifetimeThatHasEnded() {
    let (numbers, input) = Signal<Int, Never>.pipe()
    let lifetime = MutableProperty("gone").lifetime
    let log = Log<String>()
    numbers.observe(during: lifetime) { log.add("\($0)") }
    input.send(1)
    #expect(log.entries == [])
  }
}
