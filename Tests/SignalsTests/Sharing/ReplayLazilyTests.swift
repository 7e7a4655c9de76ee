import Signals
import SignalsTesting
import Testing

@Suite struct ReplayLazilyTests {
  @Test func changesNothingForOne() {
    expect("--a--b--|", { $0.replayLazily(1) }, "--a--b--|")
    expect("--a--x", { $0.replayLazily(1) }, "--a--x")
    expect("--a--!", { $0.replayLazily(1) }, "--a--!")
    expect("--a--b--|", { $0.replayLazily(1) }, "--a--(b$)")
  }

  @Test func doesTheWorkOnceForAll() {
    let work = Work()
    let lazy = work.producer.replayLazily(2)
    #expect(work.starts == 0)
    let (first, second, third) = (Recorder<Int, Oops>(), Recorder<Int, Oops>(), Recorder<Int, Oops>())
    lazy.start(first.observer)
    (1...3).forEach(work.send)
    lazy.start(second.observer)
    work.end(.completed)
    lazy.start(third.observer)
    #expect(work.starts == 1)
    #expect(first.events == [.next(1), .next(2), .next(3), .completed])
    #expect(second.events == [.next(2), .next(3), .completed])
    #expect(third.events == [.next(2), .next(3), .completed])
  }

  @Test func repeatsTheFailure() {
    let work = Work()
    let lazy = work.producer.replayLazily(1)
    let late = Recorder<Int, Oops>()
    lazy.startWithFailed { _ in }
    work.send(1)
    work.end(.failed(Oops()))
    lazy.start(late.observer)
    #expect(late.events == [.next(1), .failed(Oops())])
    #expect(work.starts == 1)
  }

  @Test func goesOnWithoutObserversWhileItCanBeStarted() {
    let work = Work()
    let lazy = work.producer.replayLazily(1)
    let late = Recorder<Int, Oops>()
    lazy.startWithFailed { _ in }.dispose()
    #expect(work.isRunning)
    work.send(1)
    lazy.start(late.observer)
    #expect(late.events == [.next(1)])
  }

  @Test func endsTheWorkWhenItCannotBeStartedAnyMore() {
    let work = Work()
    let recorder = Recorder<Int, Oops>()
    var lazy: SignalProducer<Int, Oops>? = work.producer.replayLazily(1)
    var derived = lazy?.map { $0 + 1 }
    let start = lazy?.start(recorder.observer)
    lazy = nil
    #expect(work.isRunning, "a stream made of it can be started")
    derived = nil
    #expect(derived == nil)
    #expect(work.isRunning, "a start has not ended")
    work.send(1)
    start?.dispose()
    #expect(!work.isRunning)
    #expect(recorder.events == [.next(1), .interrupted])
  }

  @Test func letsGoOfEverythingAfterTheEnd() {
    let released = Log<String>()
    do {
      let probe = Probe { released.add("source") }
      let lazy = SignalProducer<Int, Never> { observer, _ in
        probe.touch()
        observer.send(1)
        observer.complete()
      }.replayLazily(1)
      lazy.start()
      lazy.start()
    }
    #expect(released.entries == ["source"])
  }

  @Test func refusesANegativeCapacity() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>.never.replayLazily(-1)
    }
    #expect(result.message.contains("replayLazily(_:): the capacity must not be negative, got -1"))
  }

  @Test func keepsTheContractExceptForWhatSharingMeans() {
    // P5: the work goes on when a start is disposed of, and the check keeps the producer.
    checkContract(except: [.p2, .p3, .p5]) { $0.replayLazily(2) }
  }
}
