import Signals
import SignalsTesting
import Testing

/// What a true expectation looks like, in all its forms.
@Suite struct ExpectTests {
  @Test func takesStages() {
    expect("--a--b--c--|", { $0.prefix(2) }, "--a--(b|)")
    expect("--a--x", { $0.map { $0 + $0 } }, "--'aa'--x")
    expect("-a-b-|", { $0.map { $0 == "a" ? "" : $0 } }, "-''-b-|")
    expect("(ab)-!", { $0.removeDuplicates() }, "(ab)-!")
  }

  @Test func takesClocks() {
    expect("--a--b--|", { $0.delay(.seconds(2), on: $1) }, "----a--b--|")
  }

  @Test func takesJoins() {
    expect(["--a-----b--|", "----1----|"], { $0[0].merge(with: $0[1]) }, "--a-1---b--|")
    expect(
      ["--a-----b----|", "----1----2|"], { $0[0].combineLatest(with: $0[1]) },
      "----'a1'---'b1''b2'---|")
    expect(["--a-|", "-1--|"], { .merge($0) }, "-1a-|")
    expect(
      ["-a-|", "-1-|"], { $0[0].delay(.seconds(1), on: $1).merge(with: $0[1]) }, "-1a-|")
  }

  @Test func takesValues() {
    expect("--a--b--|", values: ["a": 1, "b": 2], { $0.map { $0 * 10 } }, "--'10'--'20'--|")
  }

  @Test func takesProducersWhereOnlyThoseWork() {
    expect("-a-x", { $0.retry(1) }, "-a--a-x")
    expect(["--a|", "-1|"], { $0[0].prepend($0[1]) }, "-1--a|")
  }

  @Test func takesFailuresOfAnyType() {
    struct Other: Error {}
    expect("-a-x", { $0.mapError { _ in Other() } }, "-a-x")
    expect(["-a--b-|", "---1"], { $0[0].prefix(until: $0[1].neverFailing) }, "-a-|")
  }

  @Test func attachesAndDisposesAtTheMarkers() {
    expect("--a--b--c--|", { $0 }, "---^-b-$")
    expect("--a--b--c--|", { $0 }, "-----(^b)--c--|")
    expect("--a--b--c--|", { $0 }, "--a--(b$)")
    expect("-a|", { $0 }, "---(^!)", only: .pushed)
  }

  @Test func triesOneDriveOnly() {
    expect("-a-|", { $0.prefix(0) }, "!", only: .pushed)
    expect("-a-|", { $0.prefix(0) }, "|", only: .pulled)
  }

  @Test func findsTheStepOfDisposal() {
    expectDisposal(of: "--a--b--c--|", { $0.prefix(2) }, at: 5)
    expectDisposal(of: "--a--b--", { $0.map { $0 } }, at: nil)
    expectDisposal(of: "--a--|", { $0.delay(.seconds(2), on: $1) }, at: 5)
    expectDisposal(of: ["--a--b--|", "---x"], { $0[0].merge(with: $0[1]) }, at: [3, 3])
    expectDisposal(of: "-x", { $0.retry(2) }, at: 3)
  }
}
