import Signals
import SignalsTesting
import Testing

@Suite struct ChunksTests {
  @Test func gathersPerInterval() {
    expect(
      "-a-b--c------d|", { $0.chunks(every: .seconds(5), on: $1) },
      "-----'[a, b]'----'[c]'---('[d]'|)")
  }

  @Test func sendsEmptyOnesIfAsked() {
    expect(
      "-a---------|", { $0.chunks(every: .seconds(4), includesEmpty: true, on: $1) },
      "----'[a]'---'[]'--|")
  }

  @Test func dropsTheRemainderAtFailure() {
    expect("-a-x", { $0.chunks(every: .seconds(5), on: $1) }, "---x")
    expect("-a-x", { $0.chunks(ofCount: 2, orEvery: .seconds(5), on: $1) }, "---x")
  }

  @Test func gathersUpToACount() {
    expect(
      "-a-b-c--------d|", { $0.chunks(ofCount: 2, orEvery: .seconds(5), on: $1) },
      "---'[a, b]'------'[c]'----('[d]'|)")
  }

  @Test func theIntervalBeginsWithTheFirstValueOfAChunk() {
    expect(
      "--------a--b----c---|", { $0.chunks(ofCount: 3, orEvery: .seconds(5), on: $1) },
      "-------------'[a, b]'------('[c]'|)")
  }

  @Test("B2: the end of an interval waits for the end of a pause") func waitsDuringAPause() {
    let time = TestScheduler()
    let (signal, input) = Signal<Int, Never>.pipe()
    let counted = Recorder<[Int], Never>()
    let regular = Recorder<[Int], Never>()
    let starts = [
      signal.producer.chunks(ofCount: 3, orEvery: .seconds(2), on: time).start(counted.observer),
      signal.producer.chunks(every: .seconds(2), on: time).start(regular.observer),
    ]
    input.send(1)
    for start in starts { start.pause() }
    time.advance(by: .seconds(2))
    #expect(counted.values.isEmpty)
    #expect(regular.values.isEmpty)
    for start in starts { start.resume() }
    time.advance(by: .zero)
    #expect(counted.values == [[1]])
    time.advance(by: .seconds(2))
    #expect(regular.values == [[1]])
    // What was full before is no longer waited for.
    starts[0].pause()
    for value in 2...5 { input.send(value) }
    starts[0].resume()
    time.advance(by: .zero)
    #expect(counted.values == [[1], [2, 3, 4]])
    time.advance(by: .seconds(2))
    #expect(counted.values == [[1], [2, 3, 4], [5]])
  }

  @Test func disposesTheSource() {
    expectDisposal(
      of: "-a-b-c-d|", { $0.chunks(ofCount: 2, orEvery: .seconds(5), on: $1).prefix(1) }, at: 3)
  }

  @Test("X1: an empty chunk or interval stops the program")
  func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.chunks(ofCount: 0, orEvery: .seconds(1), on: ImmediateScheduler())
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("chunks(ofCount:orEvery:on:): the count must be at least 1, got 0"))
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int, Never>.never.chunks(every: .zero, on: ImmediateScheduler())
    }
  }

  @Test func keepsTheContract() {
    checkContract { $0.chunks(every: .seconds(2), on: $1) }
    checkContract { $0.chunks(every: .seconds(2), includesEmpty: true, on: $1) }
    checkContract { $0.chunks(ofCount: 2, orEvery: .seconds(3), on: $1) }
  }

  @Test("E9: what comes after a disposal is released outside locks", arguments: 0..<3)
  func releasesOutsideTheLock(form: Int) {
    disposeInsideAValue { work, scheduler in
      switch form {
      case 0: work.chunks(every: .seconds(1), on: scheduler)
      case 1: work.chunks(ofCount: 3, orEvery: .seconds(1), on: scheduler)
      default: work.chunks(ofCount: 2, orEvery: .seconds(1), on: scheduler)
      }
    }
  }
}
