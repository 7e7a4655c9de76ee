import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ChunksOfCountTests {
  @Test func gathersThatMany() {
    expect("-a-b-c-|", { $0.chunks(ofCount: 2) }, "---'[a, b]'---('[c]'|)")
    expect("-a-b-|", { $0.chunks(ofCount: 2) }, "---'[a, b]'-|")
  }

  @Test func nothingGivesNoChunk() { expect("--|", { $0.chunks(ofCount: 2) }, "--|") }

  @Test func failureDropsTheRemainder() { expect("-a-b-c-x", { $0.chunks(ofCount: 2) }, "---'[a, b]'---x") }

  @Test func interruptionDropsTheRemainder() { expect("-a-!", { $0.chunks(ofCount: 2) }, "---!") }

  @Test func disposalDropsTheRemainder() { expect("-a---|", { $0.chunks(ofCount: 2) }, "--$") }

  @Test func releasesEachValueOnce() {
    let (released, sizes) = (Log<Int>(), Log<Int>())
    SignalProducer(0..<5).map { number in Probe { released.add(number) } }.chunks(ofCount: 2)
      .startWithValues { chunk in
        sizes.add(chunk.count)
        #expect(released.entries.count == 2 * (sizes.entries.count - 1))
      }
    #expect(sizes.entries == [2, 2, 1])
    #expect(released.entries.sorted() == [0, 1, 2, 3, 4])
  }

  @Test func releasesTheRemainderWhenItIsDisposedOf() {
    let released = Log<Int>()
    let (signal, input) = Signal<Int, Never>.pipe()
    let start = signal.producer.map { number in Probe { released.add(number) } }.chunks(ofCount: 3)
      .startWithValues { _ in }
    for number in 0..<4 { input.send(number) }
    #expect(released.entries.sorted() == [0, 1, 2])
    start.dispose()
    #expect(released.entries.sorted() == [0, 1, 2, 3])
  }

  @Test func gathersMoreReferencesThanAStackHolds() {
    onSmallStack {
      let (released, sizes) = (Tally(), Log<Int>())
      let count = rounds(100_000)
      SignalProducer(0..<count).map { _ in Probe { released.add(1) } }.chunks(ofCount: count)
        .startWithValues { sizes.add($0.count) }
      #expect(sizes.entries == [count])
      #expect(released.value == count)
    }
  }

  @Test("X1: a count of zero stops the program") func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.chunks(ofCount: 0)
    }
    #expect(result.message.contains("chunks(ofCount:): the count must be at least 1, got 0"))
  }

  @Test func keepsTheContract() { checkContract { $0.chunks(ofCount: 2) } }
}

@Suite struct ChunksOfCountStepTests {
  @Test func overlaps() {
    expect("-abcd|", { $0.chunks(ofCount: 2, step: 1) }, "--'[a, b]''[b, c]''[c, d]'|")
    expect("abcdef|", { $0.chunks(ofCount: 3, step: 2) }, "--'[a, b, c]'-'[c, d, e]'-|")
  }

  @Test func leavesOutWhatIsBetween() {
    expect("abcdefg|", { $0.chunks(ofCount: 2, step: 3) }, "-'[a, b]'--'[d, e]'--|")
  }

  @Test func aFullStepIsPlainChunksWithoutRemainder() {
    expect("abcde|", { $0.chunks(ofCount: 2, step: 2) }, "-'[a, b]'-'[c, d]'-|")
  }

  @Test func forwardsFailure() { expect("abcx", { $0.chunks(ofCount: 2, step: 1) }, "-'[a, b]''[b, c]'x") }

  @Test func forwardsInterruption() { expect("ab!", { $0.chunks(ofCount: 2, step: 1) }, "-'[a, b]'!") }

  @Test("X1: a count or a step of zero stops the program") func misuse() async {
    let count = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.chunks(ofCount: -1, step: 1)
    }
    #expect(count.message.contains("chunks(ofCount:step:): the count must be at least 1, got -1"))
    let step = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Signal<Int, Never>.never.chunks(ofCount: 1, step: 0)
    }
    #expect(step.message.contains("chunks(ofCount:step:): the step must be at least 1, got 0"))
  }

  @Test func keepsTheContract() {
    checkContract { $0.chunks(ofCount: 2, step: 1) }
    checkContract { $0.chunks(ofCount: 1, step: 2) }
  }
}

@Suite struct ChunkedTests {
  @Test func gathersWhatBelongsTogether() {
    expect(
      "-1-2-7-8-|", values: numbers, { $0.chunked(by: { $1 - $0 < 3 }) },
      "-----'[1, 2]'---('[7, 8]'|)")
  }

  @Test func gathersWhatHasTheSameKey() {
    expect(
      "-1-3-4-6-|", values: numbers, { $0.chunked(on: { $0 % 2 }) },
      "-----'1[1, 3]'---('0[4, 6]'|)")
  }

  @Test func nothingGivesNoChunk() {
    expect("--|", { $0.chunked(by: ==) }, "--|")
    expect("--|", { $0.chunked(on: { $0 }) }, "--|")
  }

  @Test func failureDropsTheRemainder() { expect("-a-a-b-x", { $0.chunked(by: ==) }, "-----'[a, a]'-x") }

  @Test func interruptionDropsTheRemainder() { expect("-a-!", { $0.chunked(on: { $0 }) }, "---!") }

  @Test func disposalDropsTheRemainder() { expect("-a---|", { $0.chunked(by: ==) }, "--$") }

  @Test func keepsTheContract() {
    checkContract { $0.chunked(by: { _, next in next != 3 }) }
    checkContract { $0.chunked(on: { $0 / 2 }) }
  }
}
