import Signals
import Testing

@Suite struct SubscriptionTests {
  @Test func passesNothingAfterTheEnd() {
    let log = Log<Int>()
    let subscription = Subscription()
    subscription.run {
      subscription.pass(1) { log.add($0) }
      subscription.finish {}
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

  @Test("D2: a second disposal stops a source before the first does")
  func stopsAsTheSecond() {
    let log = Log<Int>()
    let subscription = Subscription()
    SignalProducer<Int, Never>(1...3).attach(
      .values {
        log.add($0)
        subscription.progress.store(.disposed, ordering: .relaxed)
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

  @Test("D2: a disposal in the last value stays visible at the end")
  func keepsADisposalWhenTheSourceCompletes() {
    let log = Log<String>()
    let subscription = Subscription()
    SignalProducer.combineLatest([SignalProducer<Int, Never>]())
      .on(next: { _ in subscription.dispose() })
      .collect()
      .attach(Observer(next: { _ in log.add("value") }, end: { log.add("\($0)") }), subscription)
    #expect(!log.entries.contains("value"))
    #expect(subscription.isDisposed)
  }

  @Test func interruptsASequenceThatIsAttachedTooLate() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.dispose()
    let observer = Observer<Int, Never>(next: { log.add("\($0)") }, end: { log.add("\($0)") })
    SignalProducer(1...3).attach(observer, subscription)
    SignalProducer(1...3).attach(observer, subscription)
    #expect(log.entries == ["interrupted"])
  }

  @Test("E1: a disposal before a busy gate opens interrupts once")
  func interruptsOnceWhenTheGateIsBusy() {
    let log = Log<String>()
    let subscription = Subscription()
    subscription.run {
      SignalProducer<Int, Never>(1...3)
        .attach(Observer(next: { log.add("\($0)") }, end: { log.add("\($0)") }), subscription)
      subscription.dispose()
    }
    #expect(log.entries == ["interrupted"])
  }
}
