import Signals
import SignalsTesting
import Testing

/// What holds for every strategy; each has its own file for what is special.
@Suite struct FlatMapTests {
  @Test(arguments: FlattenStrategy.all)
  func passesOnTheValuesOfInnerStreams(_ strategy: FlattenStrategy) {
    expect(
      "-a-----b-|",
      { outer, time in outer.flatMap(strategy) { inner("-1-2-|", of: $0, on: time) } },
      "--'a1'-'a2'---'b1'-'b2'-|")
  }

  @Test(arguments: FlattenStrategy.all)
  func waitsForTheLastInnerStream(_ strategy: FlattenStrategy) {
    expect(
      "-a|", { outer, time in outer.flatMap(strategy) { inner("-1-2-|", of: $0, on: time) } },
      "--'a1'-'a2'-|")
  }

  @Test(arguments: FlattenStrategy.all)
  func completesWithTheSourceIfNoInnerStreamIsLeft(_ strategy: FlattenStrategy) {
    expect(
      "-a--|", { outer, time in outer.flatMap(strategy) { inner("(1|)", of: $0, on: time) } },
      "-'a1'--|")
    expect("--|", { $0.flatMap(strategy) { _ in SignalProducer<Int, TestFailure>.never } }, "--|")
  }

  @Test(arguments: FlattenStrategy.all)
  func forwardsTheFailureOfTheSource(_ strategy: FlattenStrategy) {
    expect(
      "-a-x", { outer, time in outer.flatMap(strategy) { inner("-1---2|", of: $0, on: time) } },
      "--'a1'x")
  }

  @Test(arguments: FlattenStrategy.all)
  func forwardsTheFailureOfAnInnerStream(_ strategy: FlattenStrategy) {
    expect(
      "-a-----|", { outer, time in outer.flatMap(strategy) { inner("-1-x", of: $0, on: time) } },
      "--'a1'-x")
    expectDisposal(
      of: "-a-----|", { outer, time in outer.flatMap(strategy) { inner("-1-x", of: $0, on: time) } },
      at: 4)
  }

  @Test("E4: an interrupted inner stream counts as completed", arguments: FlattenStrategy.all)
  func anInterruptedInnerStreamCountsAsCompleted(_ strategy: FlattenStrategy) {
    expect(
      "-a---b-|", { outer, time in outer.flatMap(strategy) { inner("-1!", of: $0, on: time) } },
      "--'a1'---'b1'|")
  }

  @Test("E4: the interruption of the source passes at once", arguments: FlattenStrategy.all)
  func forwardsTheInterruptionOfTheSource(_ strategy: FlattenStrategy) {
    expect(
      "-a-!", { outer, time in outer.flatMap(strategy) { inner("-1---2|", of: $0, on: time) } },
      "--'a1'!")
  }

  @Test(arguments: FlattenStrategy.all)
  func disposalReachesTheInnerStream(_ strategy: FlattenStrategy) {
    let disposals = Log<Duration>()
    expect(
      "-a--",
      { outer, time in
        outer.flatMap(strategy) {
          inner("-1-2|", of: $0, on: time).on(disposed: { disposals.add(time.now) })
        }
      }, "--'a1'$", only: .pulled)
    #expect(disposals.entries == [.seconds(3)])
  }

  @Test(arguments: FlattenStrategy.all) func flattensStreamsOfStreams(_ strategy: FlattenStrategy) {
    expect(
      "-a---b|", values: ["a": SignalProducer<Int, TestFailure>([1, 2]), "b": SignalProducer(value: 3)],
      { $0.flatten(strategy) }, "-(12)---3|")
  }

  @Test(arguments: FlattenStrategy.all)
  func innerStreamsMayFailInsideOneThatCannot(_ strategy: FlattenStrategy) {
    let failing = SignalProducer<Int, Oops>(error: Oops())
    expect("-a--|", { $0.neverFailing.flatMap(strategy) { _ in failing } }, "-x")
    expect("-a--|", { $0.neverFailing.map { _ in failing }.flatten(strategy) }, "-x")
  }

  @Test(arguments: FlattenStrategy.all) func keepsTheContract(_ strategy: FlattenStrategy) {
    checkContract { $0.flatMap(strategy) { SignalProducer([$0, -$0]) } }
    checkContract { $0.flatMap(strategy) { _ in SignalProducer<Int, TestFailure>.never } }
    checkContract { stream, time in
      stream.flatMap(strategy) { SignalProducer([$0, -$0]).delay(.seconds(2), on: time) }
    }
  }
}
