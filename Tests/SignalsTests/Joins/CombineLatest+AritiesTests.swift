import Signals
import SignalsTesting
import Testing

@Suite struct CombineLatestAritiesTests {
  /// Each source sends one value, in turn; the first then sends another, and all complete together.
  static let inputs = ["a-----g-|", "-b------|", "--c-----|", "---d----|", "----e---|", "-----f--|"]

  @Test func two() { expect(Self.inputs, { .combineLatest($0[0], $0[1]) }, "-'ab'----'gb'-|") }

  @Test func three() {
    expect(Self.inputs, { .combineLatest($0[0], $0[1], $0[2]) }, "--'abc'---'gbc'-|")
  }

  @Test func four() {
    expect(Self.inputs, { .combineLatest($0[0], $0[1], $0[2], $0[3]) }, "---'abcd'--'gbcd'-|")
  }

  @Test func five() {
    expect(
      Self.inputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4]) }, "----'abcde'-'gbcde'-|")
  }

  @Test func six() {
    expect(
      Self.inputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) },
      "-----'abcdef''gbcdef'-|")
  }

  @Test func theFirstFailureEndsAll() {
    let inputs = ["a--|", "b--|", "c--|", "d--|", "e--|", "--x"]
    expect(
      inputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }, "--x")
    expectDisposal(
      of: inputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) },
      at: [2, 2, 2, 2, 2, 2])
  }

  @Test func keepsTheContract() {
    checkContract { .combineLatest($0, $0) }
    checkContract { .combineLatest($0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0, $0, $0) }
  }
}
