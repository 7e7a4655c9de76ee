import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct AppendTests {
  @Test func goesOnWithAProducerFromItsBeginning() {
    expect(["--a--b--|", "-1-2-|"], { $0[0].append($0[1]) }, "--a--b---1-2-|", only: .pulled)
  }

  @Test func goesOnWithASignalFromThatMoment() {
    expect(["--a--|", "-1--2--3-|"], { $0[0].append($0[1]) }, "--a----3-|", only: .pushed)
  }

  @Test("S5: a signal that has ended by then interrupts") func interruptsAfterASignalThatIsOver() {
    expect(["--a--|", "-1-|"], { $0[0].append($0[1]) }, "--a--!", only: .pushed)
  }

  @Test func forwardsTheFailureOfEither() {
    expect(["--a--x", "-1-|"], { $0[0].append($0[1]) }, "--a--x")
    expect(["-|", "--1--x"], { $0[0].append($0[1]) }, "---1--x", only: .pulled)
    expect(["-|", "--1--x"], { $0[0].append($0[1]) }, "--1--x", only: .pushed)
  }

  @Test func doesNotGoOnAfterInterruption() {
    expect(["--a--!", "-------1"], { $0[0].append($0[1]) }, "--a--!")
  }

  @Test func doesNotStartTheOtherBefore() {
    let starts = Log<String>()
    expect(
      ["--a--x", "-1-|"], { $0[0].append($0[1].on(starting: { starts.add("started") })) }, "--a--x",
      only: .pulled)
    #expect(starts.entries.isEmpty)
  }

  @Test func letsGoOfEachWhenItEnds() {
    expectDisposal(of: ["--a--|", "-1--2--|"], { $0[0].append($0[1]) }, at: [5, 12], only: .pulled)
    expectDisposal(of: ["--a--|", "-1--2--|"], { $0[0].append($0[1]) }, at: [5, 7], only: .pushed)
  }

  @Test func goesOnWithValues() {
    expect("--a--b--|", { $0.append("p", "q") }, "--a--b--(pq|)")
    expect("--a--x", { $0.append("p") }, "--a--x")
    expect("--a--!", { $0.append("p") }, "--a--!")
    expect("--a--|", { $0.append() }, "--a--|")
  }

  @Test func valuesStopAtDisposal() {
    expect("--a--|", { $0.append("p", "q").prefix(2) }, "--a--(p|)")
    expectDisposal(of: "--a--|", { $0.append("p") }, at: 5)
  }

  @Test("P8: values after values use constant stack") func valuesAfterValues() {
    onSmallStack {
      let count = Tally()
      SignalProducer<Int, Never>(value: 0).append(1, 2).repeat(100_000).startWithValues { _ in count.add(1) }
      #expect(count.value == 300_000)
    }
  }

  @Test func goesOnWithEachOfMany() {
    expect(
      ["-a|", "-b|", "-c|", "-d|"], { $0[0].append($0[1]).append($0[2]).append($0[3]) }, "-a-b-c-d|",
      only: .pulled)
    expect(
      ["-a|", "-b|", "-c|", "-d|"], { $0[0].append($0[1]).append($0[2].append($0[3])) }, "-a-b-c-d|",
      only: .pulled)
    expect(["-a|", "-x", "-c|"], { $0[0].append($0[1]).append($0[2]) }, "-a-x", only: .pulled)
    expect(["-a|", "-!", "-c|"], { $0[0].append($0[1]).append($0[2]) }, "-a-!", only: .pulled)
  }

  @Test func extendingARowLeavesItAsItWas() {
    let one = SignalProducer<Int, Never>(value: 1).append(2)
    let (longer, other) = (one.append(3), one.append(4))
    let log = Log<Int>()
    for row in [one, longer, other, longer.append(one)] { row.startWithValues { log.add($0) } }
    #expect(log.entries == [1, 2, 1, 2, 3, 1, 2, 4, 1, 2, 3, 1, 2])
  }

  @Test func disposesOfTheOneUnderWayInARow() {
    expectDisposal(
      of: ["-a|", "-b-b|", "-c|"], { $0[0].append($0[1]).append($0[2]) }, at: [2, 6, 8], only: .pulled)
    expectDisposal(
      of: ["-a|", "-b-b|", "-c|"], { $0[0].append($0[1]).append($0[2]).prefix(2) }, at: [2, 3, nil],
      only: .pulled)
  }

  @Test("P8: each after many others uses constant stack") func eachAfterManyOthers() {
    onSmallStack {
      let (count, sum) = (rounds(100_000), Tally())
      var row = SignalProducer<Int, Never>(value: 0)
      for _ in 0..<count { row = row.append(1) }
      row.startWithValues { sum.add($0) }
      #expect(sum.value == count)
      // Here they are released.
    }
  }

  @Test("P8: each before many others uses constant stack") func eachBeforeManyOthers() {
    onSmallStack {
      let (count, sum) = (rounds(100_000), Tally())
      var row = SignalProducer<Int, Never>(value: 0)
      for _ in 0..<count { row = SignalProducer(value: 1).append(row) }
      row.startWithValues { sum.add($0) }
      #expect(sum.value == count)
    }
  }

  @Test func keepsTheContract() {
    checkContract { $0.append(7, 8) }
    checkContract { $0.append(SignalProducer([7, 8])) }
    checkContract { $0.append($0) }
  }
}
