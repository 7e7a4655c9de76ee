import Signals
import SignalsTesting
import Testing

@Suite struct ZipAritiesTests {
  /// Each source sends one value, in turn; all complete together.
  static let inputs = ["a-------|", "-b------|", "--c-----|", "---d----|", "----e---|", "-----f--|"]

  @Test func two() { expect(Self.inputs, { .zip($0[0], $0[1]) }, "-'ab'------|") }

  @Test func three() { expect(Self.inputs, { .zip($0[0], $0[1], $0[2]) }, "--'abc'-----|") }

  @Test func four() { expect(Self.inputs, { .zip($0[0], $0[1], $0[2], $0[3]) }, "---'abcd'----|") }

  @Test func five() {
    expect(Self.inputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4]) }, "----'abcde'---|")
  }

  @Test func six() {
    expect(Self.inputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }, "-----'abcdef'--|")
  }

  @Test func seven() {
    expect(
      Self.manyInputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) },
      "------'abcdefg'----|")
  }

  @Test func eight() {
    expect(
      Self.manyInputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) },
      "-------'abcdefgh'---|")
  }

  @Test func nine() {
    expect(
      Self.manyInputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8]) },
      "--------'abcdefghi'--|")
  }

  @Test func ten() {
    expect(
      Self.manyInputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7], $0[8], $0[9]) },
      "---------'abcdefghij'-|")
  }

  /// Each source sends one value, in turn; all complete together.
  static let manyInputs = (0..<10).map { place in
    String(repeating: "-", count: place) + String(Array("abcdefghij")[place])
      + String(repeating: "-", count: 10 - place) + "|"
  }

  @Test func theFirstFailureEndsAll() {
    let inputs = ["a--|", "b--|", "c--|", "d--|", "e--|", "--x"]
    expect(inputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }, "--x")
    expectDisposal(
      of: inputs, { .zip($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }, at: [2, 2, 2, 2, 2, 2])
  }

  @Test func keepsTheContract() {
    checkContract { .zip($0, $0) }
    checkContract { .zip($0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0, $0, $0, $0, $0) }
    checkContract { .zip($0, $0, $0, $0, $0, $0, $0, $0, $0, $0) }
  }
}
