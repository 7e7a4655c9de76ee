import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// The last of several sources that use one start after each other (``EventSource/attachAsLast(_:_:)``).
@Suite(.mayBlock) struct StepTests {
  private let log = Log<Event<Int, Never>>()

  @Test func aStepThatIsRequestedInsideAnotherOneIsTakenAfterIt() {
    let steps = Log<Int>()
    let (start, first, second) = (Subscription(), Subscription(), Subscription())
    let isTaken = start.takeStep {
      Step.attaches(first)
      start.proceed(after: first) {
        Step.attaches(second)
        start.proceed(after: second) { steps.add(3) }
        steps.add(2)
      }
      steps.add(1)
    }
    #expect(isTaken)
    #expect(steps.entries == [1, 2, 3])
  }

  @Test func aStepInsideOneOfTheSameStartIsTheNextOne() {
    let steps = Log<Int>()
    let (start, inner) = (Subscription(), Subscription())
    _ = start.takeStep {
      _ = inner.takeStep {
        #expect(!start.takeStep { steps.add(0) })
        start.takeNextStep { steps.add(3) }
        steps.add(1)
      }
      steps.add(2)
    }
    #expect(steps.entries == [1, 2, 3])
  }

  @Test func aStepOnAnotherThreadDoesNotWait() {
    let steps = Log<Int>()
    let (start, first, second) = (Subscription(), Subscription(), Subscription())
    _ = start.takeStep {
      Step.attaches(first)
      onThreads(1) { _ in
        start.proceed(after: first) {
          Step.attaches(second)
          start.proceed(after: second) { steps.add(2) }
          steps.add(1)
        }
      }
      steps.add(3)
    }
    #expect(steps.entries == [1, 2, 3])
  }

  @Test func whatAnotherThreadHasAttachedIsNotWaitedFor() {
    let steps = Log<Int>()
    let (start, first, second) = (Subscription(), Subscription(), Subscription())
    _ = start.takeStep {
      Step.attaches(first)
      onThreads(1) { _ in start.proceed(after: first) { Step.attaches(second) } }
      // This thread is still inside the call that has attached the first, and brings the end of the second.
      start.proceed(after: second) { steps.add(1) }
      steps.add(2)
    }
    #expect(steps.entries == [1, 2])
  }

  @Test func disposingInsideTheLastInterruptsOnceAndItsStagesHearIt() {
    let heard = Log<String>()
    let last = SignalProducer<Int, Never>.never.on(interrupted: { heard.add("last") })
    let subscription = SignalProducer(value: 1).append(last).on(interrupted: { heard.add("whole") }).start(
      log.observer())
    subscription.dispose()
    subscription.dispose()
    #expect(log.entries == [.next(1), .interrupted])
    #expect(heard.entries == ["last", "whole"])
  }

  @Test func disposingInsideAValueOfTheLastDropsTheRest() {
    for last in [
      SignalProducer<Int, Never>([2, 3, 4]), SignalProducer([2, 3, 4]).flatMap { SignalProducer(value: $0) },
    ] {
      let log = Log<Event<Int, Never>>()
      let slot = SerialDisposable()
      let (signal, input) = Signal<Int, Never>.pipe()
      slot.inner = signal.producer.append(last).start { event in
        log.add(event)
        if event == .next(3) { slot.dispose() }
      }
      input.complete()
      #expect(log.entries == [.next(2), .next(3), .interrupted])
    }
  }

  @Test func theLastIsNotAttachedAfterDisposal() {
    let starts = Log<Int>()
    let slot = SerialDisposable()
    let last = SignalProducer<Int, Never>(value: 2).on(starting: { starts.add(1) })
    slot.inner = SignalProducer<Int, Never>.never.append(last).start(log.observer())
    slot.dispose()
    #expect(log.entries == [.interrupted])
    #expect(starts.entries.isEmpty)
  }

  @Test func disposalThatMeetsTheEndOfTheFirstInterruptsOnceOrNotAtAll() {
    for _ in 0..<rounds(2_000) {
      let log = Log<Event<Int, Never>>()
      let (signal, input) = Signal<Int, Never>.pipe()
      let subscription = signal.producer.append(SignalProducer([1, 2])).start(log.observer())
      onThreads(2) { $0 == 0 ? input.complete() : subscription.dispose() }
      #expect([.completed, .interrupted].contains(log.entries.last))
      #expect(log.entries.count { $0.isTerminating } == 1)
    }
  }

  @Test func theLastEndsTheLifetimeOfItsOwnResources() {
    let ends = Log<String>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let first = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.onEnd { ends.add("first") }
      observer.complete()
    }
    let last = SignalProducer<Int, Never> { observer, lifetime in
      lifetime.onEnd { ends.add("last") }
      lifetime += signal.observe(observer)
    }
    first.append(last).start(log.observer())
    #expect(ends.entries == ["first"])
    input.send(1)
    input.complete()
    #expect(ends.entries == ["first", "last"])
    #expect(log.entries == [.next(1), .completed])
  }

  @Test func aPauseReachesTheLast() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    signal.producer.append(SignalProducer([1, 2])).attach(log.observer(), subscription)
    subscription.pause()
    input.complete()
    #expect(log.entries.isEmpty)
    subscription.resume()
    #expect(log.entries == [.next(1), .next(2), .completed])
  }

  @Test func theLastMayBeASignalOrAPropertyOrAFuture() {
    let (signal, input) = Signal<Int, Never>.pipe()
    SignalProducer(value: 1).append(signal).start(log.observer())
    input.send(2)
    input.complete()
    #expect(log.entries == [.next(1), .next(2), .completed])

    let withProperty = Log<Event<Int, Never>>()
    var property: MutableProperty<Int>? = MutableProperty(2)
    SignalProducer(value: 1).append(property!).start(withProperty.observer())
    property!.value = 3
    property = nil
    #expect(withProperty.entries == [.next(1), .next(2), .next(3), .completed])

    let withFuture = Log<Event<Int, Never>>()
    SignalProducer(value: 1).append(Future(value: 2)).start(withFuture.observer())
    #expect(withFuture.entries == [.next(1), .next(2), .completed])
  }

  @Test func aPushedStreamGoesOnWithAProducer() {
    let (signal, input) = Signal<Int, Never>.pipe()
    signal.append(SignalProducer([1, 2])).observe(log.observer())
    input.send(0)
    input.complete()
    #expect(log.entries == [.next(0), .next(1), .next(2), .completed])
  }

  @Test func anOwnSourceThatForwardsIsFollowed() {
    struct Own: EventSource {
      func attach(_ observer: Observer<Int, Never>, _ subscription: Subscription) {
        SignalProducer<Int, Never>([2, 3]).attach(observer, subscription)
      }
    }
    SignalProducer(value: 1).append(Own()).start(log.observer())
    #expect(log.entries == [.next(1), .next(2), .next(3), .completed])
  }
}
