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
}
