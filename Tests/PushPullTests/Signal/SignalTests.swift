import Foundation
import PushPull
import Testing

import func Signals.assertNoLockHeld

@Suite struct SignalTests {
  @Test func theExampleOfThePost() {
    let trace = Trace()
    let text = Signal<String>()
    text.map { $0.count }.subscribe { trace.add($0) }
    #expect(trace.lines == [])
    text.sendNext("test")
    #expect(trace.lines == ["next(4)"])
  }

  @Test func whoSubscribesInTimeGetsEveryEvent() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.subscribe { trace.add($0) }
    signal.sendNext(1)
    signal.sendFailed(Oops())
    signal.update(event: .next(value: 2))
    #expect(trace.lines == ["next(1)", "failed(Oops(code: 0))", "next(2)"])
  }

  @Test func whoSubscribesLateGetsExactlyTheLastEvent() {
    let trace = Trace()
    let signal = Signal<Int>()
    (1...3).forEach { signal.sendNext($0) }
    signal.subscribe { trace.add($0) }
    #expect(trace.lines == ["next(3)"])
    signal.sendNext(4)
    #expect(trace.lines == ["next(3)", "next(4)"])
  }

  @Test func theLastEventMayBeAFailure() {
    let trace = Trace()
    let signal = Signal(value: 1)
    signal.sendFailed(Oops())
    signal.subscribe { trace.add($0) }
    #expect(trace.lines == ["failed(Oops(code: 0))"])
  }

  @Test func canBeginWithAValueOrAnEvent() {
    let trace = Trace()
    Signal(value: 1).subscribe { trace.add($0) }
    Signal<Int>(event: Event(error: Oops())).subscribe { trace.add($0) }
    Signal<Int>().subscribe { trace.add($0) }
    #expect(trace.lines == ["next(1)", "failed(Oops(code: 0))"])
  }

  @Test("E9: reading the event releases no value under a lock")
  func releasesOutsideTheLock() {
    let signal = Signal(value: AssertsNoLock())
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      for _ in 0..<2000 { if thread == 0 { signal.sendNext(AssertsNoLock()) } else { _ = signal.event } }
    }
  }

  @Test func holdsItsLatestEvent() {
    let signal = Signal<Int>()
    #expect(signal.event == nil)
    signal.sendNext(1)
    signal.sendNext(2)
    #expect(signal.event?.value == 2)
    signal.sendFailed(Oops(code: 1))
    #expect(signal.event?.error as? Oops == Oops(code: 1))
  }

  @Test func failureIsNoEnd() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.map { $0 * 10 }.filter { $0 > 10 }.subscribe { trace.add($0) }
    signal.sendFailed(Oops())
    signal.sendFailed(Oops())
    signal.sendNext(2)
    #expect(trace.lines == ["failed(Oops(code: 0))", "failed(Oops(code: 0))", "next(20)"])
  }

  @Test func subscribersAreCalledInTheOrderInWhichTheyCame() {
    let trace = Trace()
    let signal = Signal<Int>()
    for name in ["a", "b", "c"] { signal.subscribe { trace.add("\(name) \($0)") } }
    signal.sendNext(1)
    signal.sendNext(2)
    #expect(
      trace.lines == ["a next(1)", "b next(1)", "c next(1)", "a next(2)", "b next(2)", "c next(2)"])
  }

  @Test func subscribingCanBeChained() {
    let trace = Trace()
    let signal = Signal<Int>()
      .subscribe { trace.add("event \($0)") }
      .subscribeNext { trace.add("value \($0)") }
      .subscribeFailed { trace.add("error \($0)") }
    signal.sendNext(1)
    signal.sendFailed(Oops())
    #expect(
      trace.lines == ["event next(1)", "value 1", "event failed(Oops(code: 0))", "error Oops(code: 0)"])
  }

  @Test func lateSubscribersToValuesOrErrorsGetTheLastEventIfItIsOne() {
    let trace = Trace()
    let signal = Signal(value: 1)
    signal.subscribeNext { trace.add("value \($0)") }.subscribeFailed { trace.add("error \($0)") }
    #expect(trace.lines == ["value 1"])
    signal.sendFailed(Oops())
    signal.subscribeNext { trace.add("late value \($0)") }.subscribeFailed { trace.add("late error \($0)") }
    #expect(trace.lines == ["value 1", "error Oops(code: 0)", "late error Oops(code: 0)"])
  }

  @Test func aSubscriptionCanBeEnded() {
    let trace = Trace()
    let signal = Signal<Int>()
    let subscription = signal.subscription { trace.add("short \($0)") }
    signal.subscribe { trace.add("long \($0)") }
    signal.sendNext(1)
    #expect(!subscription.isDisposed)
    subscription.dispose()
    signal.sendNext(2)
    #expect(subscription.isDisposed)
    #expect(trace.lines == ["short next(1)", "long next(1)", "long next(2)"])
  }

  @Test func aSubscriptionThatIsEndedLetsGoOfItsCallback() {
    let signal = Signal(value: 1)
    weak var probe: Probe?
    let subscription = {
      let kept = Probe()
      probe = kept
      return signal.subscription { _ in kept.use() }
    }()
    #expect(probe != nil)
    subscription.dispose()
    #expect(probe == nil)
  }

  // MARK: From inside a callback

  @Test("E7: What a callback sends waits for the event in flight")
  func sendingFromInsideACallbackIsQueued() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.subscribe { [weak signal] event in
      trace.add("first \(event)")
      if let value = event.value, value < 3 { signal?.sendNext(value + 1) }
      trace.add("first is done with \(event)")
    }
    signal.subscribe { trace.add("second \($0)") }
    signal.sendNext(1)
    #expect(
      trace.lines == [
        "first next(1)", "first is done with next(1)", "second next(1)",
        "first next(2)", "first is done with next(2)", "second next(2)",
        "first next(3)", "first is done with next(3)", "second next(3)",
      ])
  }

  @Test func sendingFromInsideTheEndOfAChainIsQueuedAtItsBeginning() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.map { $0 * 10 }.subscribe { [weak signal] event in
      trace.add("chain \(event)")
      if event.value == 10 { signal?.sendNext(2) }
    }
    signal.subscribe { trace.add("signal \($0)") }
    signal.sendNext(1)
    #expect(trace.lines == ["chain next(10)", "signal next(1)", "chain next(20)", "signal next(2)"])
  }

  @Test func anyNumberOfSendsFromInsideCallbacksUsesConstantStack() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.map { $0 + 1 }.subscribeNext { [weak signal] next in
      if next < 100_000 { signal?.sendNext(next) } else { trace.add(next) }
    }
    signal.sendNext(0)
    #expect(trace.lines == ["100000"])
  }

  @Test func aSubscriberAddedInACallbackGetsTheLastEventOnce() {
    let trace = Trace()
    let signal = Signal<Int>()
    signal.subscribe { [weak signal] event in
      if event.value == 1 { signal?.subscribe { trace.add("late \($0)") } }
      trace.add("early \(event)")
    }
    signal.sendNext(1)
    signal.sendNext(2)
    #expect(trace.lines == ["late next(1)", "early next(1)", "early next(2)", "late next(2)"])
  }

  @Test func aSubscriptionCanBeEndedInsideItsCallback() {
    let trace = Trace()
    let signal = Signal<Int>()
    let stop = Trace()
    let subscription = signal.subscription { event in
      trace.add(event)
      if event.value == 2 { stop.add("now") }
    }
    signal.subscribe { _ in if stop.lines == ["now"] { subscription.dispose() } }
    (1...3).forEach { signal.sendNext($0) }
    #expect(trace.lines == ["next(1)", "next(2)"])
  }

  // MARK: From several threads

  @Test func allSubscribersSeeTheEventsOfAllThreadsInOneOrder() {
    let (first, second) = (Trace(), Trace())
    let signal = Signal<Int>()
    signal.subscribe { first.add($0) }
    signal.map { $0 }.subscribe { second.add($0) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<250 { signal.sendNext(thread * 1000 + number) }
    }
    #expect(first.lines.count == 1000)
    #expect(first.lines == second.lines)
    #expect(signal.event.map { "\($0)" } == first.lines.last)
  }

  @Test func aSubscriberAddedWhileAnotherThreadSendsMissesNothing() {
    let signal = Signal(value: 0)
    let traces = (0..<20).map { _ in Trace() }
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      if thread == 0 {
        for number in 1...1000 { signal.sendNext(number) }
      } else {
        for trace in traces { signal.subscribeNext { trace.add($0) } }
      }
    }
    for trace in traces {
      let numbers = trace.lines.compactMap { Int($0) }
      #expect(numbers.first.map { Array($0...1000) } == numbers)
    }
  }
}

private final class AssertsNoLock: Sendable {
  deinit { assertNoLockHeld() }
}
