import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct MulticastTests {
  @Test func beginsWhenItIsConnected() {
    let work = Work()
    let page = work.producer.multicast()
    let (observed, started) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    page.signal.observe(observed.observer)
    page.producer.start(started.observer)
    #expect(work.starts == 0)
    page.connect()
    work.send(1)
    work.end(.completed)
    #expect(work.starts == 1)
    #expect(observed.events == [.next(1), .completed])
    #expect(started.events == [.next(1), .completed])
  }

  @Test func aSynchronousSourceReachesAll() {
    let numbers = SignalProducer<Int, Never>([1, 2]).multicast()
    let (first, second) = (Recorder<Int, Never>(), Recorder<Int, Never>())
    numbers.producer.start(first.observer)
    numbers.producer.start(second.observer)
    numbers.connect()
    #expect(first.events == [.next(1), .next(2), .completed])
    #expect(second.events == first.events)
  }

  @Test func whoComesLateSeesTheRest() {
    let work = Work()
    let page = work.producer.multicast()
    let late = Recorder<Int, Oops>()
    page.connect()
    work.send(1)
    page.producer.start(late.observer)
    work.send(2)
    #expect(late.values == [2])
  }

  @Test func connectingTwiceIsTheSameConnection() {
    let work = Work()
    let page = work.producer.multicast()
    let connection = page.connect()
    #expect(page.connect() === connection)
    #expect(work.starts == 1)
  }

  @Test func forwardsFailure() {
    let work = Work()
    let page = work.producer.multicast()
    let recorder = Recorder<Int, Oops>()
    page.producer.start(recorder.observer)
    page.connect()
    work.end(.failed(Oops()))
    #expect(recorder.events == [.failed(Oops())])
  }

  @Test func disposingOfTheConnectionInterruptsAndTheNextBeginsAnew() {
    let work = Work()
    let page = work.producer.multicast()
    let (before, after) = (Recorder<Int, Oops>(), Recorder<Int, Oops>())
    page.producer.start(before.observer)
    let connection = page.connect()
    work.send(1)
    connection.dispose()
    #expect(!work.isRunning)
    #expect(before.events == [.next(1), .interrupted])
    page.producer.start(after.observer)
    #expect(page.connect() !== connection)
    work.send(2)
    #expect(after.events == [.next(2)])
    #expect(work.starts == 2)
  }

  @Test func connectingAgainFromInsideBeginsAnew() {
    let work = Work()
    let page = work.producer.multicast()
    let connection = page.connect()
    let recorder = Recorder<Int, Oops> { event in
      guard event == .next(1) else { return }
      connection.dispose()
      page.connect()
    }
    page.producer.start(recorder.observer)
    work.send(1)
    #expect(work.starts == 2)
    #expect(work.isRunning)
    #expect(recorder.events == [.next(1), .interrupted])
  }

  @Test func afterTheEndTheNextBeginsAnew() {
    let work = Work()
    let page = work.producer.multicast()
    let again = Recorder<Int, Oops>()
    page.signal.completeOnError().observeCompleted {
      page.producer.start(again.observer)
      page.connect()
    }
    page.connect()
    work.end(.completed)
    work.send(1)
    #expect(work.starts == 2)
    #expect(again.events == [.next(1)])
  }

  @Test func startingAndLeavingDoesNotTouchTheWork() {
    let work = Work()
    let page = work.producer.multicast()
    let leaver = Recorder<Int, Oops>()
    page.connect()
    page.producer.start(leaver.observer).dispose()
    #expect(leaver.events == [.interrupted])
    #expect(work.isRunning)
  }

  @Test("S6: who waits for a run that can never begin is interrupted") func releaseInterrupts() {
    let recorder = Recorder<Int, Oops>()
    do {
      let page = Work().producer.multicast()
      page.signal.observe(recorder.observer)
    }
    #expect(recorder.events == [.interrupted])
  }

  @Test("D5: a run goes on without its connection and its connectable") func runsOn() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    do {
      let page = work.producer.multicast()
      page.signal.observe(recorder.observer)
      page.connect()
    }
    work.send(1)
    work.end(.completed)
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("E6: four threads that connect and disconnect see serial runs") func connectsFromManyThreads() {
    let work = Work()
    let page = work.producer.multicast()
    let recorders = (0..<200).map { _ in Recorder<Int, Oops>() }
    onThreads(4) { thread in
      for round in 0..<50 {
        let recorder = recorders[4 * round + thread]
        let start = page.producer.start(recorder.observer)
        let connection = page.connect()
        work.send(round)
        connection.dispose()
        start.dispose()
      }
    }
    #expect(!work.isRunning)
    #expect(recorders.allSatisfy { $0.violations.isEmpty && $0.hasEnded })
  }

  @Test func keepsTheContractExceptForWhatSharingMeans() {
    // D2, P5: leaving does not end the run.
    checkContract(except: [.p2, .p3, .p5]) { source in
      let shared = source.multicast()
      return SignalProducer { observer, lifetime in
        lifetime += shared.producer.start(observer)
        shared.connect()
      }
    }
  }
}

@Suite(.mayBlock) struct MulticastWithinTests {
  @Test func usesOneRunSeveralTimes() {
    expect(
      "--1--2--|", { $0.multicast { $0.merge(with: $0.map { $0 + "0" }) } }, "--(1'10')--(2'20')--|")
    let starts = Tally()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(1...3).on(starting: { starts.add(1) })
      .multicast { SignalProducer.merge($0, $0.map { $0 * 10 }, $0.count()) }.start(recorder.observer)
    #expect(starts.value == 1)
    #expect(recorder.values == [1, 10, 2, 20, 3, 30, 3])
  }

  @Test func eachStartHasItsOwnRun() {
    let starts = Tally()
    let doubled = SignalProducer<Int, Never>(value: 1).on(starting: { starts.add(1) })
      .multicast { $0.merge(with: $0) }
    #expect(starts.value == 0)
    doubled.start()
    doubled.start()
    #expect(starts.value == 2)
  }

  @Test func anotherStreamMayComeOfIt() {
    let recorder = Recorder<String, Oops>()
    SignalProducer<Int, Never>(1...2).multicast { numbers in
      numbers.map { "\($0)" }.setFailureType(to: Oops.self).append(SignalProducer(error: Oops()))
    }.start(recorder.observer)
    #expect(recorder.events == [.next("1"), .next("2"), .failed(Oops())])
    let pushed = Recorder<Int, Never>()
    let (signal, input) = Signal<Int, Never>.pipe()
    SignalProducer<Int, Never>.never.multicast { _ in signal }.start(pushed.observer)
    input.send(1)
    #expect(pushed.values == [1])
  }

  @Test func aUseThatComesLateSeesTheRestOrTheEnd() {
    expect("--1--2--3--|", { $0.multicast { $0.prefix(1).append($0) } }, "--1--2--3--|")
    expect("--1--|", { $0.multicast { $0.append($0) } }, "--1--|")
    expect("--1--x", { $0.multicast { s in s.catch { _ in s } } }, "--1--x")
  }

  @Test func forwardsFailure() { expect("--1--x", { $0.multicast { $0.merge(with: $0) } }, "--(11)--x") }

  @Test func forwardsInterruption() { expect("--1--!", { $0.multicast { $0.merge(with: $0) } }, "--(11)--!") }

  @Test func theWorkEndsWithTheStreamThatIsMade() {
    expectDisposal(of: "--1--2--|", { $0.multicast { $0.merge(with: $0).prefix(1) } }, at: 2)
    expectDisposal(of: "--1--2--|", { $0.multicast { _ in SignalProducer<Int, Never>.empty } }, at: nil)
  }

  @Test func aStreamThatEndsAtOnceStartsNothing() {
    let starts = Tally()
    SignalProducer<Int, Never>.never.on(starting: { starts.add(1) })
      .multicast { _ in SignalProducer<Int, Never>.empty }.start()
    #expect(starts.value == 0)
  }

  @Test func disposalStopsTheWork() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    let start = work.producer.multicast { $0.merge(with: $0) }.start(recorder.observer)
    work.send(1)
    start.dispose()
    #expect(!work.isRunning)
    #expect(recorder.events == [.next(1), .next(1), .interrupted])
  }

  @Test func disposalInACallbackStopsIt() {
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(1...100_000).multicast { $0.merge(with: $0) }.prefix(3).start(
      recorder.observer)
    #expect(recorder.events == [.next(1), .next(1), .next(2), .completed])
  }

  @Test func valuesSentFromACallbackComeLater() {
    let (signal, input) = Signal<Int, Never>.pipe()
    let recorder = Recorder<Int, Never>()
    signal.producer.multicast { $0.merge(with: $0.map { -$0 }) }.on(next: { if $0 == 1 { input.send(2) } })
      .start(recorder.observer)
    input.send(1)
    #expect(recorder.values == [1, -1, 2, -2])
  }

  @Test("B2: the work is paused when downstream requests it") func pauses() {
    let recorder = Recorder<Int, Never>()
    let start = SerialDisposable()
    let numbers = SignalProducer<Int, Never>(1...100).on(next: { if $0 == 3 { start.inner?.pause() } })
    numbers.multicast { $0.merge(with: $0) }.startWithSignal { signal, interrupter in
      start.inner = interrupter
      signal.observe(recorder.observer)
    }
    #expect(recorder.values == [1, 1, 2, 2, 3, 3])
    start.inner?.resume()
    #expect(recorder.values.count == 200)
  }

  @Test("P8: many values and many runs use constant stack") func constantStack() {
    onSmallStack {
      let count = Tally()
      SignalProducer<Int, Never>(1...100_000).multicast { $0.merge(with: $0) }
        .startWithValues { _ in count.add(1) }
      #expect(count.value == 200_000)
      SignalProducer<Int, Never>(value: 1).multicast { $0.merge(with: $0) }.repeat(10_000)
        .startWithValues { _ in count.add(1) }
      #expect(count.value == 220_000)
    }
  }

  @Test("E6: each use sees all that several threads send") func threads() {
    let work = Work()
    let (ones, minusOnes) = (Tally(), Tally())
    work.producer.multicast { $0.merge(with: $0.map { -$0 }) }.completeOnError()
      .startWithValues { ($0 > 0 ? ones : minusOnes).add($0) }
    onThreads(4) { _ in
      for _ in 0..<2000 { work.send(1) }
    }
    #expect(ones.value == 8000)
    #expect(minusOnes.value == -8000)
  }

  @Test func disposalByAnotherThreadEndsTheWork() {
    for _ in 0..<50 {
      let work = Work()
      let ends = Tally()
      let start = work.producer.multicast { $0.merge(with: $0) }.on(terminated: { ends.add(1) })
        .startWithFailed { _ in }
      onThreads(2) { index in
        if index == 0 { start.dispose() } else { for value in 0..<100 { work.send(value) } }
      }
      #expect(!work.isRunning)
      #expect(ends.value == 1)
    }
  }

  @Test("D4: nothing remains of a run") func nothingRemains() {
    let gone = Tally()
    do {
      let probe = Probe { gone.add(1) }
      let work = SignalProducer<Int, Never>.never.on(next: { _ in probe.touch() })
      work.multicast { $0.merge(with: $0) }.start().dispose()
    }
    #expect(gone.value == 1)
  }

  @Test func keepsTheContract() {
    checkContract { $0.multicast { $0.merge(with: $0.map { $0 * 10 }) } }
    checkContract { $0.multicast { $0.zip(with: $0).map { $0 + $1 } } }
  }
}
