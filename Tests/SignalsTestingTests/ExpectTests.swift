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

  @Test func takesCodeWhoseInputCannotFail() {
    expect("-a-b-|", { shouted($0) }, "-A-B-|")
    expect("-a-b-!", { shouted($0) }, "-A-B-!", only: .pushed)
    expect("-a-b-|", { late($0, on: $1) }, "--a-b-|")
    expect("-a-b-|", values: ["a": 1, "b": 2], { doubled($0) }, "-2-4-|")
    expect("-a-|", { $0.setFailureType(to: TestFailure.self) }, "-a-|")
  }

  @Test func takesProducersAndSignalsThatCannotFail() {
    expect("-a-b-|", { twice($0) }, "-a-b--a-b-|")
    expect("-a-b-|", { later($0, on: $1) }, "--a-b-|")
    expect("-a-b-|", { hot($0) }, "-A-B-|")
    expect("-a-b-|", { $0.map { $0.uppercased() } }, "-A-B-|")
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

private func shouted<D>(_ names: EventStream<D, String, Never>) -> EventStream<D, String, Never> {
  names.map { $0.uppercased() }
}

private func late<D>(
  _ names: EventStream<D, String, Never>, on scheduler: some Scheduler
) -> EventStream<D, String, Never> {
  names.delay(.seconds(1), on: scheduler)
}

private func doubled<D>(_ numbers: EventStream<D, Int, Never>) -> EventStream<D, Int, Never> {
  numbers.map { $0 * 2 }
}

private func twice(_ names: SignalProducer<String, Never>) -> SignalProducer<String, Never> {
  names.repeat(2)
}

private func later(
  _ names: SignalProducer<String, Never>, on scheduler: some Scheduler
) -> SignalProducer<String, Never> {
  names.delay(.seconds(1), on: scheduler)
}

private func hot(_ names: Signal<String, Never>) -> Signal<String, Never> { names.map { $0.uppercased() } }
