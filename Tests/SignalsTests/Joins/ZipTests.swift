import Signals
import SignalsTesting
import Testing

@Suite struct ZipTests {
  @Test func pairsInOrder() {
    expect(
      ["--a--b-----c--|", "-----1--2-------3--|"], { $0[0].zip(with: $0[1]) },
      "-----'a1'--'b2'-------('c3'|)")
  }

  @Test func completesWhenACompletedOneHasNothingWaiting() {
    expect(["--a--|", "---1----2--|"], { $0[0].zip(with: $0[1]) }, "---'a1'-|")
    expectDisposal(of: ["--a--|", "---1----2--|"], { $0[0].zip(with: $0[1]) }, at: [5, 5])
  }

  @Test func completesWithThePairThatTakesTheLastOne() {
    expect(["ab|", "---1--2--|"], { $0[0].zip(with: $0[1]) }, "---'a1'--('b2'|)")
    expectDisposal(of: ["ab|", "---1--2--|"], { $0[0].zip(with: $0[1]) }, at: [2, 6])
  }

  @Test func theFirstFailureEndsIt() {
    expect(["--a--b--|", "---x"], { $0[0].zip(with: $0[1]) }, "---x")
    expectDisposal(of: ["--a--b--|", "---x"], { $0[0].zip(with: $0[1]) }, at: [3, 3])
  }

  @Test func theFirstInterruptionEndsIt() {
    expect(["-a---!", "--1-----|"], { $0[0].zip(with: $0[1]) }, "--'a1'--!")
  }

  @Test func zipsAnyNumber() {
    expect(["a--d|", "-b--e|", "--c-f|"], { .zip($0) }, "--'[a, b, c]'-('[d, e, f]'|)")
  }

  @Test("S5: no sources give one empty array; a signal interrupts")
  func nothingGivesAnEmptyArray() {
    expect([], { .zip($0) }, "('[]'|)", only: .pulled)
    expect([], { .zip($0) }, "!", only: .pushed)
  }

  @Test func keepsTheContract() {
    checkContract { $0.zip(with: $0) }
    checkContract { $0.zip(with: SignalProducer([7, 8])) }
    checkContract { .zip([$0, $0, $0]) }
  }
}
