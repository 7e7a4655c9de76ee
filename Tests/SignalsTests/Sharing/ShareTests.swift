import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct ShareTests {
  @Test func changesNothingForOne() {
    expect("--a--b--|", { $0.share() }, "--a--b--|")
    expect("--a--x", { $0.share() }, "--a--x")
    expect("--a--!", { $0.share() }, "--a--!")
    expect("--a--b--|", { $0.share() }, "--a--(b$)")
  }

  @Test func oneRunServesAll() {
    let work = Work()
    let shared = work.producer.share()
    let (first, second) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    shared.start(first.observer)
    work.send(1)
    shared.start(second.observer)
    work.send(2)
    #expect(work.starts == 1)
    #expect(first.values == [1, 2])
    #expect(second.values == [2], "what came before is not replayed")
  }

  @Test func theLastOneToLeaveEndsTheWork() {
    let work = Work()
    let shared = work.producer.share()
    let (first, second) = (shared.startWithFailed { _ in }, shared.startWithFailed { _ in })
    first.dispose()
    #expect(work.isRunning)
    second.dispose()
    #expect(!work.isRunning)
  }

  @Test func oneWhoLeavesIsInterruptedTheOthersAreNot() {
    let work = Work()
    let shared = work.producer.share()
    let (leaver, stayer) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    shared.start(stayer.observer)
    shared.start(leaver.observer).dispose()
    work.send(1)
    #expect(leaver.events == [.interrupted])
    #expect(stayer.events == [.next(1)])
  }

  @Test func afterTheLastTheNextBeginsAnew() {
    let work = Work()
    let shared = work.producer.share()
    shared.startWithFailed { _ in }.dispose()
    let recorder = Recorder<Int, Oops>()
    shared.start(recorder.observer)
    work.send(1)
    #expect(work.starts == 2)
    #expect(recorder.values == [1])
  }

  @Test(arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func afterTheEndTheNextBeginsAnew(_ end: Termination<Oops>) {
    let work = Work()
    let shared = work.producer.share()
    let (first, second, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>(), Recorder<Int, Oops>())
    shared.start(first.observer)
    shared.start(second.observer)
    work.end(end)
    #expect(first.events == [Event(end)])
    #expect(second.events == [Event(end)])
    shared.start(late.observer)
    #expect(late.events.isEmpty)
    #expect(work.starts == 2)
  }

  @Test func twiceInOneExpressionTheSecondStartMissesWhatIsSentAtOnce() {
    let starts = Log<String>()
    let work = SignalProducer<Int, Never> { observer, _ in
      starts.add("started")
      observer.send(1)
    }
    let (shared, connected) = (work.share(), work.multicast())
    let (both, all) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    shared.merge(with: shared).start(both.observer)
    #expect(both.values == [1])
    #expect(starts.entries.count == 1)
    connected.producer.merge(with: connected.producer).start(all.observer)
    connected.connect()
    #expect(all.values == [1, 1])
    #expect(starts.entries.count == 2)
  }

  @Test func twiceInOneExpressionWorkThatEndsAtOnceRunsTwice() {
    let starts = Log<String>()
    let shared = SignalProducer<Int, Never>([1]).on(starting: { starts.add("started") }).share()
    shared.merge(with: shared).start()
    #expect(starts.entries.count == 2)
  }

  @Test func startingAgainFromTheEndBeginsANewRun() {
    let again = Recorder<Int, Never>()
    let shared = SignalProducer<Int, Never>([1, 2]).share()
    shared.startWithCompleted { shared.start(again.observer) }
    #expect(again.events == [.next(1), .next(2), .completed])
  }

  @Test func aSynchronousSourceReachesTheFirst() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).share().start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test func oneWhoStartsWhileAValueIsDeliveredSeesTheNext() {
    let work = Work()
    let shared = work.producer.share()
    let late = Recorder<Int, Oops>()
    shared.assertNoFailure().startWithValues { if $0 == 1 { shared.start(late.observer) } }
    work.send(1)
    work.send(2)
    #expect(late.values == [2])
  }

  @Test func aSignalIsSharedByNature() {
    let generated = Log<String>()
    let signal = Signal<Int, Never> { _, lifetime in
      generated.add("generated")
      lifetime.onEnd { generated.add("ended") }
    }.share()
    signal.observe { _ in }
    signal.observe { _ in }
    #expect(generated.entries == ["generated", "ended"], "S6: the generator let go of its input")
  }

  @Test("E6: four threads that come and go see a serial run") func startsFromManyThreads() {
    let work = Work()
    let shared = work.producer.share()
    let recorders = (0..<4).map { _ in Recorder<Int, Oops>() }
    onThreads(5) { thread in
      for round in 0..<200 {
        if thread == 4 {
          work.send(round)
        } else {
          shared.start(Observer(next: recorders[thread].observer.send)).dispose()
        }
      }
    }
    #expect(!work.isRunning)
    #expect(recorders.allSatisfy { $0.violations.isEmpty })
  }

  @Test func keepsTheContractExceptForWhatSharingMeans() {
    checkContract(except: [.p2, .p3]) { $0.share() }
  }
}

@Suite(.mayBlock) struct ShareReplayTests {
  @Test func changesNothingForOne() {
    expect("--a--b--|", { $0.share(replay: 2) }, "--a--b--|")
    expect("--a--x", { $0.share(replay: 2) }, "--a--x")
    expect("--a--!", { $0.share(replay: 2) }, "--a--!")
    expect("--a--b--|", { $0.share(replay: 2) }, "--a--(b$)")
  }

  @Test func whoComesLateGetsTheLastValuesFirst() {
    let work = Work()
    let shared = work.producer.share(replay: 2)
    let late = Recorder<Int, Oops>()
    shared.startWithFailed { _ in }
    (1...3).forEach(work.send)
    shared.start(late.observer)
    #expect(late.values == [2, 3])
    work.send(4)
    #expect(late.values == [2, 3, 4])
    #expect(work.starts == 1)
  }

  @Test func withNothingToReplayItIsShare() {
    let work = Work()
    let shared = work.producer.share(replay: 0)
    let late = Recorder<Int, Oops>()
    shared.startWithFailed { _ in }
    work.send(1)
    shared.start(late.observer)
    work.send(2)
    #expect(late.values == [2])
  }

  @Test func whoStartsWhileAValueIsDeliveredGetsItAtOnceAndOnlyOnce() {
    let work = Work()
    let shared = work.producer.share(replay: 2)
    let late = Recorder<Int, Oops>()
    let atOnce = Log<[Int]>()
    shared.assertNoFailure().startWithValues {
      guard $0 == 2 else { return }
      shared.start(late.observer)
      atOnce.add(late.values)
    }
    (1...3).forEach(work.send)
    #expect(atOnce.entries == [[1, 2]])
    #expect(late.values == [1, 2, 3])
  }

  @Test func aSynchronousSourceReachesTheFirst() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>([1, 2]).share(replay: 1).start(recorder.observer)
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test(arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func afterTheEndTheNextBeginsAnew(_ end: Termination<Oops>) {
    let work = Work()
    let shared = work.producer.share(replay: 1)
    let (first, late) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    shared.start(first.observer)
    work.send(1)
    work.end(end)
    #expect(first.events == [.next(1), Event(end)])
    shared.start(late.observer)
    #expect(late.events.isEmpty, "what was remembered belongs to the run before")
    #expect(work.starts == 2)
  }

  @Test func theLastOneToLeaveEndsTheWork() {
    let work = Work()
    let shared = work.producer.share(replay: 1)
    let (first, second) = (shared.startWithFailed { _ in }, shared.startWithFailed { _ in })
    work.send(1)
    first.dispose()
    #expect(work.isRunning)
    second.dispose()
    #expect(!work.isRunning)
    let late = Recorder<Int, Oops>()
    shared.start(late.observer)
    #expect(late.events.isEmpty)
  }

  @Test func foreverKeepsRunningWithoutObservers() {
    let work = Work()
    let shared = work.producer.share(replay: 1, scope: .forever)
    #expect(work.starts == 0, "it begins with the first")
    shared.startWithFailed { _ in }.dispose()
    #expect(work.isRunning)
    work.send(1)
    let late = Recorder<Int, Oops>()
    shared.start(late.observer)
    #expect(late.events == [.next(1)])
    #expect(work.starts == 1)
  }

  @Test(arguments: [Termination<Oops>.completed, .failed(Oops()), .interrupted])
  func foreverRepeatsTheLastValuesAndTheEnd(_ end: Termination<Oops>) {
    let work = Work()
    let shared = work.producer.share(replay: 1, scope: .forever)
    let late = Recorder<Int, Oops>()
    shared.startWithFailed { _ in }
    work.send(1)
    work.send(2)
    work.end(end)
    shared.start(late.observer)
    #expect(late.events == [.next(2), Event(end)])
    #expect(work.starts == 1)
  }

  @Test func foreverOutlivesTheProducer() {
    let work = Work()
    do {
      let shared = work.producer.share(replay: 1, scope: .forever)
      shared.startWithFailed { _ in }.dispose()
    }
    #expect(work.isRunning)
  }

  @Test func aDisposedStartBeginsNothing() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    let subscription = Subscription()
    subscription.dispose()
    work.producer.share(replay: 1).attach(recorder.observer, subscription)
    #expect(recorder.events == [.interrupted])
    #expect(work.starts == 0)
  }

  @Test("R2: an observer that joins a run misses and repeats nothing")
  func joinsWhileAnotherThreadSends() {
    let work = Work()
    let shared = work.producer.share(replay: 2)
    shared.startWithFailed { _ in }
    let (seen, finished) = (Log<[Int]>(), Log<Int>())
    onThreads(5) { thread in
      if thread == 0 {
        for value in 0..<1000 {
          work.send(value)
          sched_yield()
        }
        return finished.add(thread)
      }
      while finished.entries.isEmpty {
        let recorder = Recorder<Int, Oops>()
        let subscription = shared.start(recorder.observer)
        while recorder.values.count < 4, finished.entries.isEmpty { sched_yield() }
        subscription.dispose()
        seen.add(recorder.values)
      }
    }
    for values in seen.entries where !values.isEmpty {
      #expect(values == Array(values[0]..<(values[0] + values.count)))
    }
  }

  @Test func refusesANegativeCount() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>.never.share(replay: -1)
    }
    #expect(result.message.contains("share(replay:): the number of values must not be negative, got -1"))
  }

  @Test func keepsTheContractExceptForWhatSharingMeans() {
    checkContract(except: [.p2, .p3]) { $0.share(replay: 2) }
    checkContract(except: [.p2, .p3, .p5]) { $0.share(replay: 2, scope: .forever) }
  }
}
