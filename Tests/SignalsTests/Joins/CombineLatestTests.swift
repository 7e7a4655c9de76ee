import Signals
import SignalsTesting
import Testing

@Suite struct CombineLatestTests {
  @Test func pairsTheLatestValues() {
    expect(
      ["--a-----b--------|", "----1-------2--|"], { $0[0].combineLatest(with: $0[1]) },
      "----'a1'---'b1'---'b2'----|")
  }

  @Test func completesWhenAllHave() {
    expect(["-a-|", "--1----|"], { $0[0].combineLatest(with: $0[1]) }, "--'a1'----|")
    expect(["-a----|", "--1|"], { $0[0].combineLatest(with: $0[1]) }, "--'a1'---|")
  }

  @Test func completesWhenOneNeverHadAValue() {
    expect(["--a--b--|", "---|"], { $0[0].combineLatest(with: $0[1]) }, "---|")
    expectDisposal(of: ["--a--b--|", "---|"], { $0[0].combineLatest(with: $0[1]) }, at: [3, 3])
  }

  @Test func theFirstFailureEndsIt() {
    expect(["--a--b--|", "---x"], { $0[0].combineLatest(with: $0[1]) }, "---x")
    expectDisposal(of: ["--a--b--|", "---x"], { $0[0].combineLatest(with: $0[1]) }, at: [3, 3])
  }

  @Test func theFirstInterruptionEndsIt() {
    expect(["-a---!", "--1-----|"], { $0[0].combineLatest(with: $0[1]) }, "--'a1'--!")
  }

  @Test func optionalValuesCount() {
    let values: [String: Int?] = ["n": .none, "1": 1]
    expect("-n-1-|", values: values, { $0.combineLatest(with: $0) }, "-'nilnil'-('1nil''11')-|")
  }

  @Test func combinesAnyNumber() {
    expect(
      ["a--|", "-b--c|", "--d--|"], { .combineLatest($0) }, "--'[a, b, d]'-'[a, c, d]'|")
  }

  @Test("S5: no sources give one empty array; a signal interrupts")
  func nothingGivesAnEmptyArray() {
    expect([], { .combineLatest($0) }, "('[]'|)", only: .pulled)
    expect([], { .combineLatest($0) }, "!", only: .pushed)
  }

  @Test func keepsTheContract() {
    checkContract { $0.combineLatest(with: $0) }
    checkContract { $0.combineLatest(with: SignalProducer([7, 8])) }
    checkContract { .combineLatest([$0, $0, $0]) }
  }
}
