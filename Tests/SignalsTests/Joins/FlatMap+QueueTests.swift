import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct FlatMapQueueTests {
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

  @Test("P8: the thread that resumes the source holds up no other") func resumedSource() async throws {
    let (more, saved) = (DispatchSemaphore(value: 0), Log<Int>())
    let numbers = SignalProducer<Int, Never>(WaitingNumbers(more: more))
    let ended = Log<Bool>()
    Thread {
      numbers.flatMap(.concat) { number in
        SignalProducer<Int, Never> { observer, _ in
          Thread {
            observer.send(number)
            observer.complete()
          }.start()
        }
      }.start {
        if let number = $0.value { saved.add(number) } else { ended.add(true) }
      }
    }.start()
    #expect(try await eventually { saved.entries.count == 84 })
    more.signal()
    #expect(try await eventually { ended.entries.count == 1 })
    #expect(saved.entries == Array(1...100))
  }

  @Test func aThreadThatBeginsOneLeavesOtherPlacesToOthers() {
    let (busy, free, returned) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let (first, second, log) = (
      Signal<Int, Never>.pipe(), Signal<Int, Never>.pipe(), Log<Int>()
    )
    let works = [
      first.output.producer, second.output.producer,
      SignalProducer { observer, _ in
        busy.signal()
        free.wait()
        observer.complete()
      },
      SignalProducer(value: 4),
    ]
    SignalProducer<Int, Never>(0..<4).flatMap(.concurrent(limit: 2)) { works[$0] }
      .startWithValues { log.add($0) }
    Thread {
      first.input.complete()
      returned.signal()
    }.start()
    busy.wait()
    second.input.complete()
    #expect(log.entries == [4])
    free.signal()
    returned.wait()
  }

  @Test func theNextBeginsWhenTheCodeOfTheOneBeforeHasReturned() {
    let (log, ended) = (Log<String>(), DispatchSemaphore(value: 0))
    let works = [
      SignalProducer<Int, Never> { observer, _ in
        Thread {
          observer.complete()
          ended.signal()
        }.start()
        ended.wait()
        log.add("first returns")
      },
      SignalProducer { observer, _ in
        log.add("second begins")
        observer.complete()
      },
    ]
    SignalProducer<Int, Never>(0..<2).flatMap(.concat) { works[$0] }
      .startWithCompleted { log.add("completed") }
    #expect(log.entries == ["first returns", "second begins", "completed"])
  }

  @Test func whatIsAboutToBeginHasItsPlace() {
    let turns = FlattenTurns<Int>(limit: 1, waiting: .none, Subscription())
    #expect(!turns.append(1))
    #expect(turns.append(2), "another thread has not come to begin the first one yet")
    let begun = Log<Int>()
    turns.beginWaiting { value, number in
      begun.add(value)
      #expect(!turns.end(number), "the caller begins what waits")
      if value > 1 { return }
      #expect(!turns.append(3))
      #expect(turns.append(4))
    }
    #expect(begun.entries == [1, 3])
    #expect(!turns.append(5))
  }
}

/// Numbers from 1 to 100, of which the 85th has to be waited for.
private struct WaitingNumbers: Sequence, IteratorProtocol, Sendable {
  let more: DispatchSemaphore
  private var number = 0

  init(more: DispatchSemaphore) { self.more = more }

  mutating func next() -> Int? {
    number += 1
    if number == 85 { more.wait() }
    return number <= 100 ? number : nil
  }
}
