import Signals
import SignalsTesting
import Testing

@Suite struct MulticastTests {
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
