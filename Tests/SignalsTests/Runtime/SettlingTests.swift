import Foundation
import Signals
import TestSupport
import Testing

@Suite("Settling", .mayBlock) struct SettlingTests {
  @Test func anEndedStartHasSettled() {
    let (log, subscription) = (Log<String>(), Subscription())
    #expect(!subscription.isSettled)
    subscription.whenSettled { log.add("settled") }
    subscription.onEnd { log.add("ended") }
    subscription.dispose()
    #expect(log.entries == ["ended", "settled"])
    #expect(subscription.isSettled)
    subscription.whenSettled { log.add("again") }
    #expect(log.entries.last == "again")
  }

  @Test("P9: disposed of inside its value, a start settles later")
  func insideAValue() {
    let (log, subscription, outer) = (Log<String>(), Subscription(), CompositeDisposable())
    outer += subscription
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.on(disposed: { log.add("disposed") }).attach(
      Observer(next: { _ in
        outer.dispose()
        log.add("\(outer.isSettled)")
        outer.whenSettled { log.add("settled") }
      }), subscription)
    input.send(1)
    #expect(log.entries == ["false", "disposed", "settled"])
    #expect(outer.isSettled)
  }

  @Test(
    "P9: all that a container owns has to settle", arguments: ["composite", "serial", "scoped", "nested"])
  func containers(_ kind: String) throws {
    let subscription = Subscription()
    let container: any Disposable =
      switch kind {
      case "composite": CompositeDisposable([subscription, AnyDisposable {}])
      case "serial": SerialDisposable(subscription)
      case "scoped": ScopedDisposable(subscription)
      default: CompositeDisposable([SerialDisposable(CompositeDisposable([subscription]))])
      }
    let log = Log<String>()
    let isInside = DispatchSemaphore(value: 0)
    let mayLeave = DispatchSemaphore(value: 0)
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.attach(
      Observer(next: { _ in
        isInside.signal()
        mayLeave.wait()
      }), subscription)
    onThreads(2) { thread in
      if thread == 0 { return input.send(1) }
      isInside.wait()
      container.dispose()
      container.whenSettled { log.add("settled") }
      log.add("\(container.isSettled)")
      mayLeave.signal()
    }
    #expect(log.entries == ["false", "settled"])
  }

  @Test func whatASerialDisposableReplacesCounts() {
    let (log, serial, subscription) = (Log<String>(), SerialDisposable(), Subscription())
    serial.inner = subscription
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.producer.attach(
      Observer(next: { _ in
        serial.inner = AnyDisposable {}
        serial.dispose()
        serial.whenSettled { log.add("settled") }
        log.add("\(serial.isSettled)")
      }), subscription)
    input.send(1)
    #expect(log.entries == ["false", "settled"])
  }

  @Test func containersThatOwnEachOtherSettle() {
    let (one, other, log) = (CompositeDisposable(), CompositeDisposable(), Log<String>())
    one += other
    other += one
    one += one
    one.whenSettled { log.add("one") }
    other.whenSettled { log.add("other") }
    one.dispose()
    #expect(log.entries.sorted() == ["one", "other"])
    #expect(one.isSettled && other.isSettled)
  }

  @Test("D1: disposing on two threads settles once") func twoThreads() {
    for _ in 0..<rounds(500) {
      let (container, count) = (CompositeDisposable(), Counter())
      for _ in 0..<5 { container += SerialDisposable(CompositeDisposable([Subscription()])) }
      container.whenSettled { count.increment() }
      onThreads(2) { _ in container.dispose() }
      #expect(count.value == 1)
      #expect(container.isSettled)
    }
  }
}
