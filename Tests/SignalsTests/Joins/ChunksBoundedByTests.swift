import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ChunksBoundedByTests {
  @Test func aBoundaryEndsAChunk() {
    expect(["--a-b------c-d--|", "------1--2---------"], chunks, "------'[a, b]'---------('[c, d]'|)")
  }

  @Test func emptyChunksAreSentIfAsked() {
    expect(
      ["--a-b------|", "-1----1--2--"], { $0[0].chunks(boundedBy: $0[1].neverFailing, includesEmpty: true) },
      "-'[]'----'[a, b]'--'[]'-|")
  }

  @Test func completesWithTheBoundaries() {
    expect(["--a-b--c--", "---1--|"], chunks, "---'[a]'--('[b]'|)")
    expect(["--a--", "-|"], chunks, "-|")
  }

  @Test func isInterruptedWithTheBoundaries() { expect(["--a-b--c--", "---1--!"], chunks, "---'[a]'--!") }

  @Test("E2: a failure drops the remainder") func fails() {
    expect(["--a-b-x", "---1-----"], chunks, "---'[a]'--x")
  }

  @Test func disposesBoth() {
    expectDisposal(of: ["--a--|", "---1-----"], chunks, at: [5, 5])
    expectDisposal(of: ["--a-----", "---1-|"], chunks, at: [5, 5])
  }

  @Test("B1: a full chunk pauses the source until the next boundary") func pausesTheSource() {
    let (boundaries, boundary) = Signal<Void, Never>.pipe()
    let (log, sent) = (Log<[Int]>(), Guarded(0))
    let numbers = SignalProducer<Int, Never>(1...10).on(next: { number in sent.withLock { $0 = number } })
    numbers.chunks(boundedBy: boundaries, upTo: 3).startWithValues(log.add)
    for last in [3, 6, 9] {
      #expect(sent.withLock { $0 } == last)
      boundary.send(())
    }
    #expect(log.entries == [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10]])
  }

  @Test("A pause from below does not reach the boundaries") func aPauseFromBelow() {
    let (boundaries, boundary) = Signal<Void, Never>.pipe()
    let (numbers, input) = Signal<Int, Never>.pipe()
    let log = Log<[Int]>()
    let start = Subscription()
    numbers.producer.chunks(boundedBy: boundaries).attach(Observer(next: log.add), start)
    start.pause()
    input.send(1)
    boundary.send(())
    #expect(log.entries == [[1]])
    start.resume()
    start.dispose()
  }

  @Test("X1: a limit of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.chunks(boundedBy: Signal<Int, Never>.never, upTo: 0)
    }
    #expect(result.message.contains("chunks(boundedBy:upTo:): the limit must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.chunks(boundedBy: SignalProducer<Int, Never>.never) }
    checkContract { $0.chunks(boundedBy: $0.completeOnError()) }
  }

  private func chunks(_ inputs: [MarbleStream<String>]) -> MarbleStream<[String]> {
    inputs[0].chunks(boundedBy: inputs[1].neverFailing)
  }
}
