import Signals
import SignalsTesting
import Testing

@Suite struct AllTests {
  @Test func isTrueWhileAllAre() {
    expect(
      ["t--f--t--|", "-t-------|", "--t------|"], { EventStream.all($0.map(\.truth)) },
      "--'true''false'--'true'--|")
  }

  @Test func takesStreamsOneByOne() {
    #expect(values(of: .all(truths(true), truths(true, false))) == [true, false])
  }

  @Test func isTrueOfNone() {
    let none: [SignalProducer<Bool, Never>] = []
    #expect(values(of: .all(none)) == [true])
  }

  @Test func forwardsFailure() { expect(["t-x", "-t-"], { EventStream.all($0.map(\.truth)) }, "-'true'x") }

  @Test func disposesAll() {
    expectDisposal(of: ["t---", "-t--"], { EventStream.all($0.map(\.truth)).prefix(1) }, at: [1, 1])
  }

  @Test func keepsTheContract() { checkContract { EventStream.all([$0.map { $0 > 1 }, $0.map { $0 > 2 }]) } }
}

@Suite struct AnyTests {
  @Test func isTrueWhileOneIs() {
    expect(
      ["f--t--f--|", "-f-------|", "--f------|"], { EventStream.any($0.map(\.truth)) },
      "--'false''true'--'false'--|")
  }

  @Test func takesStreamsOneByOne() {
    #expect(values(of: .any(truths(false), truths(true, false))) == [true, false])
  }

  @Test func isFalseOfNone() {
    let none: [SignalProducer<Bool, Never>] = []
    #expect(values(of: .any(none)) == [false])
  }

  @Test func forwardsFailure() { expect(["f-x", "-f-"], { EventStream.any($0.map(\.truth)) }, "-'false'x") }

  @Test func keepsTheContract() { checkContract { EventStream.any([$0.map { $0 > 1 }, $0.map { $0 > 2 }]) } }
}

extension EventStream where Value == String {
  /// Whether the values are called "t".
  fileprivate var truth: EventStream<D, Bool, Failure> { map { $0 == "t" } }
}

private func truths(_ values: Bool...) -> SignalProducer<Bool, Never> { SignalProducer(values) }

private func values(of stream: SignalProducer<Bool, Never>) -> [Bool] {
  let recorder = Recorder<Bool, Never>()
  stream.start(recorder.observer)
  return recorder.values
}
