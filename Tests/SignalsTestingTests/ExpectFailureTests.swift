import Signals
import SignalsTesting
import Testing

/// A wrong expectation is reported, where it stands, with both diagrams.
@Suite struct ExpectFailureTests {
  @Test func reportsOncePerDrive() {
    let line = UInt(#line + 1)
    let failures = collectingFailures { expect("--a--b--c--|", { $0.prefix(3) }, "--a--(b|)") }
    #expect(failures.map(\.line) == [line, line])
    let picture = """
        input     --a--b   --c   --|
        expected  --a--(b|)
        got       --a--b   --(c|)
      """
    let sentence = "the operator does not do what the diagram says"
    #expect(
      failures.map(\.message) == [
        "pushed, \(sentence):\n\(picture)",
        "pulled, \(sentence):\n\(picture)",
      ])
  }

  @Test func reportsInEveryForm() {
    #expect(isReported { expect("-a|", { $0.delay(.seconds(1), on: $1) }, "-a|") })
    #expect(isReported { expect("-a|", values: ["a": 1], { $0.map { $0 + 1 } }, "-3|") })
    #expect(isReported { expect(["-a|", "-b|"], { $0[0].merge(with: $0[1]) }, "-(ba)|") })
    #expect(isReported { expect(["-a|"], { $0[0].delay(.seconds(1), on: $1) }, "-a|") })
    #expect(isReported { expect("-a-x", { $0.retry(1) }, "-a-x") })
    #expect(isReported { expect(["-a|", "-b|"], { $0[0].prepend($0[1]) }, "-a-b|") })
    #expect(isReported { expect("-a|", { $0.setFailureType(to: TestFailure.self) }, "-b|") })
    #expect(
      isReported {
        expect("-a|", { $0.setFailureType(to: TestFailure.self).delay(.seconds(1), on: $1) }, "-b|")
      })
    #expect(
      isReported { expect("-a|", values: ["a": 1], { $0.setFailureType(to: TestFailure.self) }, "-2|") })
    #expect(isReported { expect("-a|", { (input: Signal<String, Never>) in input }, "-b|") })
    #expect(isReported { expect("-a|", { (input: Signal<String, Never>, _) in input }, "-b|") })
    #expect(isReported { expectDisposal(of: "--a--|", { $0.prefix(2) }, at: 2) })
    #expect(isReported { expectDisposal(of: "--a--|", { $0.delay(.seconds(1), on: $1) }, at: 6) })
    #expect(isReported { expectDisposal(of: ["--a|", "-"], { $0[0].merge(with: $0[1]) }, at: [3, 3]) })
    #expect(isReported { expectDisposal(of: "-x", { $0.retry(1) }, at: 1) })
  }

  @Test func reportsNothingThatHolds() {
    #expect(!isReported { expect("--a--b--|", { $0.prefix(1) }, "--(a|)") })
  }

  @Test func refusesAFailureOfWhatCannotFail() {
    let failures = collectingFailures { expect("-a-x", { (input: Signal<String, Never>) in input }, "-a-x") }
    #expect(failures.map(\.message) == ["the input cannot fail, but -a-x has an x"])
  }

  @Test func showsTheDiagramsOfAllInputs() {
    #expect(
      differences(["--a--|", "---1|"], { $0[0].combineLatest(with: $0[1]) }, "---b-|") == [
        """
        pulled, the operator does not do what the diagram says:
          input 1   --a-   -|
          input 2   ---1   |
          expected  ---b   -|
          got       ---'a1'-|
        """
      ])
  }

  @Test func namesEventsBetweenTheSteps() {
    let failures = MarbleTest(["-a|"], only: .pulled) { $0 }.failures(expecting: "-a|") {
      $0[0].delay(.milliseconds(500), on: $1)
    }
    #expect(
      failures == [
        """
        pulled, the operator does not do what the diagram says:
          input     -a|
          expected  -a|
          got       -a|
        next(a) came between two steps, at 1.5 seconds
        completed came between two steps, at 2.5 seconds
        """
      ])
  }

  @Test func namesEventsThatNoDiagramHasRoomFor() {
    let failures = MarbleTest(["a|"], only: .pulled) { $0 }.failures(expecting: "a|") {
      $0[0].delay(.seconds(1_000_000), on: $1)
    }
    #expect(failures == ["pulled, next(a) came at 1000000.0 seconds, later than a diagram can show"])
    let last = MarbleTest(["a|"], only: .pulled) { $0 }.failures(expecting: "a|") {
      $0[0].delay(.seconds(999_998), on: $1)
    }
    #expect(last.count == 1)
  }

  @Test func namesTheStepsOfDisposal() {
    let failures = MarbleTest(["--a--b--|", "-"], only: .pulled) { $0 }
      .failures(expectingDisposalAt: [4, 5]) { inputs, _ in inputs[0].prefix(1) }
    #expect(
      failures == [
        "pulled, --a--b--| is disposed of at step 2, expected at step 4",
        "pulled, - is disposed of never, expected at step 5",
      ])
    let mismatch = MarbleTest(["-|"], only: .pulled) { $0 }
      .failures(expectingDisposalAt: []) { inputs, _ in inputs[0] }
    #expect(mismatch == ["1 inputs need as many steps, not 0"])
  }

  @Test func pointsIntoMalformedDiagrams() {
    #expect(
      differences(["--a--(b-|)"], { $0[0] }, "-") == [
        """
        in the diagram of the input, a group is one instant, "-" cannot stand in it:
          --a--(b-|)
                 ^
        """
      ])
    #expect(
      differences(["-|"], { $0[0] }, "-?") == [
        """
        in the diagram of the output, "?" means nothing in a marble diagram:
          -?
           ^
        """
      ])
    #expect(isReported { expect("-(", { $0 }, "-") })
  }

  @Test func rejectsWhatAnInputCannotHold() {
    #expect(
      differences(["-a-^"], { $0[0] }, "-")
        == ["^ and $ belong to the output, which is observed, not to -a-^"])
    let failures = MarbleTest(["-a-c"]) { ["a": 1][$0] }
      .failures(expecting: "-") { inputs, _ in inputs[0] }
    #expect(failures == ["there is no value for the name \"c\" in -a-c"])
  }

  /// Each start of a producer begins its own time: nothing would be tried.
  @Test func refusesToAttachLateWhereNothingIsPushed() {
    let message = "^ is for signals: a producer begins its own time, so ^-b| tries nothing"
    #expect(differences(["-a|"], { $0[0] }, "^-b|") == [message])
    #expect(isReported { expect("-a-x", { $0.retry(1) }, "^a-x") })
  }

  @Test("E1: a stream that breaks a rule is reported") func reportsBrokenRules() {
    let failures = differences(["-a-"], { $0[0].endingEarly() }, "-|")
    #expect(failures.contains("pulled, contract E1: next(a) came after the end"))
  }

  private func isReported(_ body: () -> Void) -> Bool { !collectingFailures(body).isEmpty }

  private func differences<Output>(
    _ inputs: [String],
    _ operation: ([MarbleStream<String>]) -> EventStream<EitherDrive, Output, TestFailure>,
    _ output: String
  ) -> [String] {
    MarbleTest(inputs, only: .pulled) { $0 }
      .failures(expecting: output) { inputs, _ in operation(inputs) }
  }
}
