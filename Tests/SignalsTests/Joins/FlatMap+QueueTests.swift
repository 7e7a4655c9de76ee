import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct FlatMapQueueTests {
  @Test func concurrentKeepsToTheLimit() {
    // a and b begin at once, c when a has ended.
    expect(
      "abc------------|", { $0.flatMap(.concurrent(limit: 2), work($1)) },
      "--'a1''b1''a2''b2''c1'-'c2'------|")
  }

  @Test func exhaustIgnoresWhatComesMeanwhile() {
    expect("a-b-----c-----|", { $0.flatMap(.exhaust, work($1)) }, "--'a1'-'a2'-----'c1'-'c2'-|")
  }

  @Test func conflateKeepsTheNewest() {
    expect("abc-----------|", { $0.flatMap(.conflate, work($1)) }, "--'a1'-'a2'-'c1'-'c2'-----|")
  }

  @Test func concatKeepsAll() {
    expect(
      "abc--------|", { $0.flatMap(.concat, work($1)) }, "--'a1'-'a2'-'b1'-'b2'-'c1'-('c2'|)")
  }

  @Test(arguments: [FlattenStrategy.concurrent(limit: 2), .exhaust, .conflate])
  func completesWithTheLastInnerStream(strategy: FlattenStrategy) {
    expect("a-|", { $0.flatMap(strategy, work($1)) }, "--'a1'-('a2'|)")
  }

  @Test(arguments: [FlattenStrategy.concurrent(limit: 2), .exhaust, .conflate])
  func forwardsFailures(strategy: FlattenStrategy) {
    expect("a--x", { $0.flatMap(strategy, work($1)) }, "--'a1'x")
    expect(
      "a--b|",
      { stream, _ in
        stream.flatMap(strategy) { _ in SignalProducer<String, TestFailure>(error: TestFailure()) }
      },
      "x")
  }

  @Test(arguments: [FlattenStrategy.concurrent(limit: 2), .exhaust, .conflate])
  func disposesEverything(strategy: FlattenStrategy) {
    expectDisposal(of: "a--b--c|", { $0.flatMap(strategy, work($1)).prefix(1) }, at: 2)
  }

  @Test("The transform runs when a value is taken, not when ignored")
  func transformsLate() {
    let calls = Log<Int>()
    let inner = Signal<Int, Never>.pipe()
    let outer = Signal<Int, Never>.pipe()
    outer.output.flatMap(.exhaust) { value in
      calls.add(value)
      return inner.output
    }.observeValues { _ in }
    for value in 1...3 { outer.input.send(value) }
    #expect(calls.entries == [1])
  }

  @Test("P8: a million synchronous inner producers use constant stack")
  func constantStack() {
    onSmallStack {
      for strategy in [FlattenStrategy.concurrent(limit: 3), .exhaust, .conflate] {
        let log = Log<Event<Int, Never>>()
        SignalProducer<Int, Never>(0..<rounds(300_000)).flatMap(strategy) { SignalProducer(value: $0) }
          .reduce(0) { count, _ in count + 1 }.start(log.observer())
        #expect(log.entries == [.next(rounds(300_000)), .completed])
      }
    }
  }

  @Test("X1: a limit of zero stops the program")
  func misuse() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = SignalProducer<Int, Never>.empty.flatMap(.concurrent(limit: 0)) {
        SignalProducer<Int, Never>(value: $0)
      }
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("flatMap(.concurrent(limit:), _:): the limit must be at least 1, got 0"))
  }

  /// Each value takes four steps: a result after two, another at the end.
  private func work(
    _ time: TestScheduler
  ) -> @Sendable (String) -> SignalProducer<String, TestFailure> {
    { value in
      SignalProducer(value: value + "1").delayStart(.seconds(2), on: time)
        .append(SignalProducer(value: value + "2").delayStart(.seconds(2), on: time))
    }
  }
}
