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

  @Test func seven() {
    expect(
      Self.manyInputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) },
      "------'abcdefg'----|")
  }

  @Test func eight() {
    expect(
      Self.manyInputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) },
      "-------'abcdefgh'---|")
  }

  @Test func nine() {
    expect(
      Self.manyInputs, { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8]) },
      "--------'abcdefghi'--|")
  }

  @Test func ten() {
    expect(
      Self.manyInputs,
      { .combineLatest($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8], $0[9]) },
      "---------'abcdefghij'-|")
  }

  /// Each source sends one value, in turn; all complete together.
  static let manyInputs = (0..<10).map { place in
    String(repeating: "-", count: place) + String(Array("abcdefghij")[place])
      + String(repeating: "-", count: 10 - place) + "|"
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
    checkContract { .combineLatest($0, $0, $0, $0, $0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0, $0, $0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0, $0, $0, $0, $0, $0) }
    checkContract { .combineLatest($0, $0, $0, $0, $0, $0, $0, $0, $0, $0) }
  }
}
