import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// The memory that sharing and promises have in common.
@Suite(.mayBlock) struct ReplayTests {
  @Test func givesTheLastValuesThenWhatIsNewer() {
    let replay = Replay<Int, Oops>(capacity: 2)
    let (early, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    replay.add(early.observer, Subscription())
    (1...3).forEach { replay.send($0) }
    replay.add(late.observer, Subscription())
    replay.send(4)
    #expect(early.values == [1, 2, 3, 4])
    #expect(late.values == [2, 3, 4])
  }

  @Test func givesThemAtOnceFromInsideACallback() {
    let replay = Replay<Int, Oops>(capacity: 1)
    let late = Recorder<Int, Oops>()
    let atOnce = Log<[Int]>()
    replay.add(
      .values {
        guard $0 == 1 else { return }
        replay.send(2)
        replay.add(late.observer, Subscription())
        atOnce.add(late.values)
      }, Subscription())
    replay.send(1)
    #expect(atOnce.entries == [[2]], "what this thread has sent it sees")
    replay.send(3)
    #expect(late.values == [2, 3], "2 is delivered later, but not to an observer that has it already")
  }

  @Test func nothingPassesBeforeAnObserverThatWasThereWhenItWasSent() {
    let replay = Replay<Int, Oops>(capacity: 1)
    let late = Recorder<Int, Oops>()
    replay.add(
      .values {
        guard $0 == 1 else { return }
        replay.send(2)
        replay.add(late.observer, Subscription())
        replay.send(3)
      }, Subscription())
    replay.send(1)
    #expect(late.values == [2, 3])
  }

  @Test func givesThemAtOnceWhileAnotherThreadDelivers() {
    let replay = Replay<Int, Oops>(capacity: 1)
    let late = Recorder<Int, Oops>()
    let (isInside, mayLeave) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    replay.add(
      .values { _ in
        isInside.signal()
        mayLeave.wait()
      }, Subscription())
    onThreads(2) { thread in
      if thread == 0 { return replay.send(1) }
      isInside.wait()
      replay.add(late.observer, Subscription())
      #expect(late.values == [1])
      mayLeave.signal()
    }
    #expect(late.values == [1])
  }

  @Test func saysAllThatIsRememberedBeforeWhatIsSentMeanwhile() {
    let replay = Replay<Int, Oops>(capacity: 3)
    (1...3).forEach { replay.send($0) }
    let late = Recorder<Int, Oops> { if $0 == .next(1) { replay.send(4) } }
    replay.add(late.observer, Subscription())
    #expect(late.values == [1, 2, 3, 4])
    #expect(late.violations.isEmpty)
  }

  @Test(arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func remembersTheEnd(_ end: Termination<Oops>) {
    let replay = Replay<Int, Oops>(capacity: 1)
    let (early, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    replay.add(early.observer, Subscription())
    replay.send(1)
    replay.end(end)
    replay.send(2)
    replay.end(.completed)
    let subscription = Subscription()
    replay.add(late.observer, subscription)
    #expect(early.events == [.next(1), Event(end)])
    #expect(late.events == [.next(1), Event(end)])
    #expect(subscription.isDisposed)
  }

  @Test func disposalWhileItRepeatsEndsThat() {
    let replay = Replay<Int, Oops>(capacity: 3)
    (1...3).forEach { replay.send($0) }
    replay.end(.completed)
    let subscription = Subscription()
    let late = Recorder<Int, Oops> { if $0 == .next(2) { subscription.dispose() } }
    _ = subscription.open(late.observer.interrupt)
    replay.add(late.observer, subscription)
    #expect(late.events == [.next(1), .next(2), .interrupted])
  }

  @Test func takesFromOneSource() {
    let replay = Replay<Int, Oops>(capacity: 1)
    let recorder = Recorder<Int, Oops>()
    replay.add(recorder.observer, Subscription())
    let (first, second) = (Subscription(), Subscription())
    #expect(replay.listen(to: first) == nil)
    replay.send(1, from: first)
    #expect(replay.listen(to: second, beginningWith: 2) === first)
    replay.send(3, from: first)
    replay.end(.completed, from: first)
    replay.send(4, from: second)
    replay.end(.failed(Oops()), from: second)
    #expect(replay.listen(to: first, beginningWith: 5) === first, "it is over")
    #expect(recorder.events == [.next(1), .next(2), .next(4), .failed(Oops())])
  }

  @Test func dropsTheValuesOfTheSourceBefore() {
    let replay = Replay<Int, Oops>(capacity: 1)
    let late = Recorder<Int, Oops>()
    replay.send(1)
    _ = replay.listen(to: Subscription())
    replay.add(late.observer, Subscription())
    #expect(late.events.isEmpty)
  }

  @Test("E9: values are released outside the lock") func releasesOutsideTheLock() {
    let released = Log<Int>()
    let replay = Replay<Probe, Never>(capacity: 2)
    for number in 0..<4 { replay.send(Probe { released.add(number) }) }
    #expect(released.entries == [0, 1])
    _ = replay.listen(to: Subscription())
    #expect(Set(released.entries) == [0, 1, 2, 3])
  }

  @Test("E6: observers added while four threads send see one order")
  func racesAreDecided() {
    let replay = Replay<[Int], Oops>(capacity: 1)
    let all = Recorder<[Int], Oops>()
    replay.add(all.observer, Subscription())
    replay.send([-1, 0])
    let (late, finished) = (Log<Recorder<[Int], Oops>>(), Log<Int>())
    onThreads(8) { thread in
      if thread < 4 {
        for count in 0..<300 {
          replay.send([thread, count])
          sched_yield()
        }
        return finished.add(thread)
      }
      for round in 0..<1000 where finished.entries.count < 4 {
        let recorder = Recorder<[Int], Oops>()
        let subscription = Subscription()
        replay.add(recorder.observer, subscription)
        #expect(!recorder.values.isEmpty, "the latest value comes before the call returns")
        while recorder.values.count < 3, finished.entries.count < 4 { sched_yield() }
        if round % 10 > 0 { subscription.dispose() }
        late.add(recorder)
      }
    }
    let order = all.values
    #expect(all.violations.isEmpty)
    for sender in 0..<4 {
      let counts = order.filter { $0[0] == sender }.map { $0[1] }
      #expect(counts == Array(0..<counts.count))
    }
    let places = Dictionary(uniqueKeysWithValues: Swift.zip(order, order.indices))
    for recorder in late.entries {
      let seen = recorder.values.map { places[$0, default: -1] }
      #expect(recorder.violations.isEmpty)
      #expect(seen == Array(seen[0]..<(seen[0] + seen.count)))
    }
  }
}
