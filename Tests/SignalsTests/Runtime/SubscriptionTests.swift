import Testing

@testable import Signals

@Suite struct SubscriptionTests {
  @Test func passesNothingWhenClosed() {
    let log = Log<Int>()
    let subscription = Subscription()
    subscription.run {
      subscription.pass(1) { log.add($0) }
      subscription.isClosed = true
    }
    subscription.pass(2) { log.add($0) }
    #expect(log.entries == [])
  }

  @Test func passesNothingWhenDisposedOf() {
    let log = Log<Int>()
    let subscription = Subscription()
    subscription.run {
      subscription.pass(1) { log.add($0) }
      subscription.dispose()
      subscription.pass(2) { log.add($0) }
    }
    #expect(log.entries == [])
  }

  @Test(
    "D2: also the second disposal stops a source that is inside, when the first has not come to the gate yet")
  func stopsAsTheSecond() {
    let log = Log<Int>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(1...3).attach(
      .values {
        log.add($0)
        subscription.isAskedToEnd.store(true, ordering: .relaxed)
        subscription.dispose()
      }, subscription)
    #expect(log.entries == [1])
    #expect(subscription.isDisposed)
  }

  @Test func tellsASourceThatOpensTooLate() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.dispose()
    #expect(!subscription.open { log.add("interrupted") })
    #expect(log.entries == ["interrupted"])
    subscription.dispose()
    #expect(log.entries == ["interrupted"])
  }
}
