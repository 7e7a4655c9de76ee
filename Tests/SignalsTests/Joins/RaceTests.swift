import Signals
import SignalsTesting
import Testing

@Suite struct RaceTests {
  @Test func theFirstToSpeakWins() {
    expect(["-----a--b--|", "---1-----2--|"], { $0[0].race(with: $0[1]) }, "---1-----2--|")
    expect(["--a-----|", "---1-----2--|"], { $0[0].race(with: $0[1]) }, "--a-----|")
  }

  @Test func anEndWinsToo() {
    expect(["--|", "---1-----2--|"], { $0[0].race(with: $0[1]) }, "--|")
    expect(["--x", "---1-----2--|"], { $0[0].race(with: $0[1]) }, "--x")
    expect(["--!", "---1-----2--|"], { $0[0].race(with: $0[1]) }, "--!")
  }

  @Test func runsWithAnyNumber() { expect(["---a|", "--b-b|", "----c|"], { .race($0) }, "--b-b|") }

  @Test("S5: without sources it completes; a signal interrupts")
  func nothingCompletes() {
    expect([], { .race($0) }, "|", only: .pulled)
    expect([], { .race($0) }, "!", only: .pushed)
  }

  @Test func failsWithTheWinner() {
    expect(["-----a-x", "---1-x"], { $0[0].race(with: $0[1]) }, "---1-x")
    expect(["-----x", "---1-----|"], { $0[0].race(with: $0[1]) }, "---1-----|")
  }

  @Test func disposesTheLosers() {
    expectDisposal(of: ["-----a--|", "---1--|"], { $0[0].race(with: $0[1]) }, at: [3, 6])
    expectDisposal(of: ["-a|", "---1--|", "--|"], { .race($0) }, at: [2, 1, 1])
  }

  @Test func aWinnerThatIsThereAtOnceStartsNothingMore() {
    let starts = Log<String>()
    let recorder = Recorder<Int, Never>()
    SignalProducer<Int, Never>(value: 1)
      .race(with: SignalProducer<Int, Never>.never.on(starting: { starts.add("started") }))
      .start(recorder.observer)
    #expect(recorder.events == [.next(1), .completed])
    #expect(starts.entries.isEmpty)
  }

  @Test("D2: disposal during the release of a loser stops the winner")
  func disposalWhileLosersAreLetGo() {
    let recorder = Recorder<Int, Never>()
    let (output, input) = Signal<Int, Never>.pipe()
    let subscription = Subscription()
    SignalProducer<Int, Never>.never.on(disposed: { subscription.dispose() }).race(with: output)
      .attach(recorder.observer, subscription)
    input.send(1)
    #expect(recorder.events == [.interrupted])
  }

  @Test func keepsTheContract() {
    checkContract { $0.race(with: SignalProducer<Int, TestFailure>.never) }
    checkContract { .race([$0, $0.map { -$0 }]) }
  }
}
