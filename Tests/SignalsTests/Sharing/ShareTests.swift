import Signals
import SignalsTesting
import Testing

@Suite struct ShareTests {
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
    let (first, second) = (shared.start(), shared.start())
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
    shared.start().dispose()
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
    shared.startWithValues { if $0 == 1 { shared.start(late.observer) } }
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

/// A producer whose runs the test feeds.
private final class Work: Sendable {
  private let inputs = Log<Observer<Int, Oops>>()
  private let ended = Log<Int>()

  var producer: SignalProducer<Int, Oops> {
    SignalProducer { [self] observer, lifetime in
      inputs.add(observer)
      lifetime.onEnd { self.ended.add(1) }
    }
  }

  var starts: Int { inputs.entries.count }

  var isRunning: Bool { starts > ended.entries.count }

  func send(_ value: Int) { inputs.entries.last?.send(value) }

  func end(_ termination: Termination<Oops>) { inputs.entries.last?.send(end: termination) }
}
