import Signals
import SignalsTesting
import Testing

@Suite struct WithLatestTests {
  @Test func pairsWithTheLatestOfTheOther() {
    expect(
      ["--a-----b--c--|", "----1-----2"], { $0[0].withLatest(from: $0[1]) }, "--------'b1'--'c2'--|")
  }

  @Test func valuesBeforeTheOtherHasOneAreDropped() {
    expect(["-a-b-|", "-"], { $0[0].withLatest(from: $0[1]) }, "-----|")
  }

  @Test func whatTheOtherSendsAtOnceIsThereForTheFirstValue() {
    expect("a-b|", { $0.withLatest(from: SignalProducer(value: "1")) }, "'a1'-'b1'|", only: .pulled)
  }

  @Test func theEndOfTheOtherIsIgnored() {
    expect(["---a--|", "-1|"], { $0[0].withLatest(from: $0[1]) }, "---'a1'--|")
    expect(["---a--|", "-1!"], { $0[0].withLatest(from: $0[1]) }, "---'a1'--|")
  }

  @Test func theFailureOfEitherIsNot() {
    expect(["--a--b--|", "-1-x"], { $0[0].withLatest(from: $0[1]) }, "--'a1'x")
    expect(["--a-x", "-1-----"], { $0[0].withLatest(from: $0[1]) }, "--'a1'-x")
  }

  @Test func forwardsInterruption() {
    expect(["--a-!", "-1-----"], { $0[0].withLatest(from: $0[1]) }, "--'a1'-!")
  }

  @Test func disposesTheOtherAtTheEnd() {
    expectDisposal(of: ["--a-|", "-1------"], { $0[0].withLatest(from: $0[1]) }, at: [4, 4])
    expectDisposal(of: ["--a--b-|", "-1-x"], { $0[0].withLatest(from: $0[1]) }, at: [3, 3])
  }

  @Test func keepsTheContract() {
    checkContract { $0.withLatest(from: $0) }
    checkContract { $0.withLatest(from: SignalProducer(value: 7)) }
  }
}
