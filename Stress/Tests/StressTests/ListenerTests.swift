import Foundation
import Signals
import TestSupport
import Testing

@testable import Stress

/// Each check is shown to fail on a violation that is planted here.
@Suite(.mayBlock) struct ListenerTests {
  private let faults = Faults()

  @Test func whatIsInOrderHasNoFault() {
    let listener = Listener("it", faults)
    for item in [Item(1, 1), Item(2, 1), Item(1, 2), .extra(), .extra()] { listener.next(item) }
    listener.end("completed")
    #expect(faults.messages == [])
    #expect(listener.count == 5)
    #expect(listener.ends == ["completed"])
  }

  @Test func findsValuesOutOfOrder() {
    let listener = Listener("it", faults)
    listener.next(Item(1, 2))
    listener.next(Item(1, 1))
    #expect(faults.messages == ["E6: it got number 1 of sender 1 after number 2"])
  }

  @Test func findsRepeatedValues() {
    let (strict, lenient) = (Listener("it", faults), Listener("it", faults, order: .notFalling))
    for listener in [lenient, strict] {
      listener.next(Item(1, 2))
      #expect(faults.messages == [])
      listener.next(Item(1, 2))
    }
    #expect(faults.messages == ["E6: it got number 2 of sender 1 after number 2"])
  }

  @Test func findsEventsInsideEvents() {
    let listener = Listener("it", faults) { item, listener in
      if item.number == 1 { listener.next(Item(1, 2)) }
    }
    listener.next(Item(1, 1))
    #expect(faults.messages == ["E7: it got an event inside an event, on one thread"])
  }

  @Test func findsEventsOnTwoThreadsAtOnce() {
    let (entered, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let listener = Listener("it", faults) { item, _ in
      if item.number > 1 { return }
      entered.signal()
      goOn.wait()
    }
    let done = DispatchSemaphore(value: 0)
    Thread {
      listener.next(Item(1, 1))
      done.signal()
    }.start()
    entered.wait()
    listener.next(Item(1, 2))
    goOn.signal()
    done.wait()
    #expect(faults.messages == ["E6: it got two events at once, on two threads"])
  }

  @Test func findsWhatFollowsAnEnd() {
    let listener = Listener("it", faults)
    listener.end("failed")
    listener.next(Item(1, 1))
    #expect(faults.messages == ["E1: it got a value after failed"])
    let other = Faults()
    let ended = Listener("it", other)
    ended.end("completed")
    ended.end("interrupted")
    #expect(other.messages == ["E1: it got two ends: completed, interrupted"])
  }

  @Test func findsWhatFollowsADisposalOnTheDeliveringThread() {
    let listener = Listener("it", faults) { _, listener in listener.disposeHere() }
    listener.attached(AnyDisposable {})
    listener.next(Item(1, 1))
    #expect(faults.messages == [])
    listener.next(Item(1, 2))
    #expect(faults.messages == ["D2: it got a value after dispose() had returned on the delivering thread"])
  }

  @Test func findsEndsThatFollowADisposal() {
    let (observing, started) = (Listener("it", faults), Listener("it", faults, isInterrupted: true))
    for listener in [started, observing] {
      listener.attached(AnyDisposable {})
      listener.disposeHere()
      #expect(faults.messages == [])
      listener.end("interrupted")
    }
    #expect(
      faults.messages == ["D2: it got interrupted after dispose() had returned on the delivering thread"])
  }

  @Test func disposesOfWhatIsAttached() {
    let (first, second) = (AnyDisposable {}, AnyDisposable {})
    let listener = Listener("it", faults)
    listener.disposeHere()
    listener.next(Item(1, 1))
    #expect(faults.messages == [], "nothing was attached")
    listener.attached(first)
    listener.disposeHere()
    #expect(first.isDisposed)
    listener.attached(second)
    listener.disposeElsewhere()
    #expect(second.isDisposed)
  }

  @Test func allowsOneValueAfterADisposalElsewhere() {
    let listener = Listener("it", faults)
    listener.attached(AnyDisposable {})
    listener.disposeElsewhere()
    listener.next(Item(1, 1))
    #expect(faults.messages == [])
    listener.next(Item(1, 2))
    #expect(faults.messages == ["D2: it got two values after dispose() had returned on another thread"])
  }
}
