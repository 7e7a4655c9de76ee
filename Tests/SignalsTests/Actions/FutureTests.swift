import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite(.mayBlock) struct FutureTests {
  private typealias Number = Future<Int, Oops>

  @Test func eachStartDoesTheWork() {
    let question = Question()
    let (first, second) = (Log<Int>(), Log<Int>())
    let future = question.future
    #expect(question.starts == 0)
    future.start { first.add((try? $0.get()) ?? 0) }
    future.start { second.add((try? $0.get()) ?? 0) }
    #expect(question.starts == 2)
    question.answer(0, .success(1))
    question.answer(1, .success(2))
    #expect(first.entries == [1])
    #expect(second.entries == [2])
  }

  @Test func hasOneValueThenCompletes() {
    #expect(events(of: Number(value: 1)) == [.next(1), .completed])
    #expect(events(of: Number(result: .success(2))) == [.next(2), .completed])
    #expect(events(of: Number { resolve, _ in resolve(.success(3)) }) == [.next(3), .completed])
  }

  @Test func orAFailure() {
    #expect(events(of: Number(error: Oops())) == [.failed(Oops())])
    #expect(events(of: Number(result: .failure(Oops()))) == [.failed(Oops())])
    #expect(events(of: Number { resolve, _ in resolve(.failure(Oops())) }) == [.failed(Oops())])
  }

  @Test func onlyTheFirstResultCounts() {
    let question = Question()
    let recorder = Recorder<Int, Oops> { _ in question.answer(0, .success(7)) }
    question.future.producer.start(recorder.observer)
    question.answer(0, .success(1))
    question.answer(0, .failure(Oops()))
    #expect(recorder.events == [.next(1), .completed])
    #expect(recorder.violations.isEmpty)
  }

  @Test func theLifetimeEndsWithTheResult() {
    let question = Question()
    question.future.start { _ in }
    #expect(question.ended.isEmpty)
    question.answer(0, .success(1))
    #expect(question.ended == [0])
  }

  @Test func disposalCancelsAndNothingComesAfterwards() {
    let question = Question()
    let results = Log<Bool>()
    let subscription = question.future.start { _ in results.add(true) }
    subscription.dispose()
    #expect(question.ended == [0])
    question.answer(0, .success(1))
    #expect(results.entries.isEmpty)
  }

  @Test func disposalFromInsideInterruptsInsteadOfCompleting() {
    let question = Question()
    let subscription = Subscription()
    let recorder = Recorder<Int, Oops> { _ in subscription.dispose() }
    question.future.attach(recorder.observer, subscription)
    question.answer(0, .success(1))
    #expect(recorder.events == [.next(1), .interrupted])
  }

  @Test func aDisposedStartDoesNothing() {
    let question = Question()
    let subscription = Subscription()
    subscription.dispose()
    question.future.attach(Observer(), subscription)
    #expect(question.starts == 0)
  }

  @Test func whatCannotFailHasAValue() {
    let log = Log<Int>()
    let future = Future<Int, Never>(value: 1)
    future.startWithValue(log.add)
    #expect(log.entries == [1])
  }

  @Test func fitsWhereAStreamIsExpected() {
    let recorder = Recorder<String, Never>()
    SignalProducer<Int, Never>([1, 2]).flatMap(.concat) { number in
      Future<String, Never>(value: "\(number)")
    }.start(recorder.observer)
    #expect(recorder.events == [.next("1"), .next("2"), .completed])
  }

  @Test func theFirstValueOfAStream() {
    let (signal, input) = Signal<Int, Oops>.pipe()
    let recorder = Recorder<Int?, Oops>()
    Future(firstOf: signal).producer.start(recorder.observer)
    input.send(1)
    input.send(2)
    #expect(recorder.events == [.next(1), .completed])
    #expect(events(of: Future(firstOf: SignalProducer<Int, Oops>.empty)) == [.next(nil), .completed])
    #expect(
      events(of: Future(firstOf: SignalProducer<Int, Oops>(error: Oops()))) == [.failed(Oops())])
  }

  @Test("E1: of results from four threads one counts") func resolvesFromManyThreads() {
    for _ in 0..<200 {
      let question = Question()
      let recorder = Recorder<Int, Oops>()
      question.future.producer.start(recorder.observer)
      onThreads(4) { question.answer(0, .success($0)) }
      #expect(recorder.values.count == 1)
      #expect(recorder.events.count == 2)
      #expect(recorder.violations.isEmpty)
    }
  }

  @Test func keepsTheContract() {
    checkContract { source in
      Future<Int?, TestFailure> { resolve, lifetime in
        lifetime += source.start(
          Observer(
            next: { resolve(.success($0)) },
            end: { if case .failed(let failure) = $0 { resolve(.failure(failure)) } }))
      }.producer
    }
    checkContract { Future(firstOf: $0).producer }
  }
}

private func events<Value, Failure>(of future: Future<Value, Failure>) -> [Event<Value, Failure>] {
  let recorder = Recorder<Value, Failure>()
  future.producer.start(recorder.observer)
  return recorder.events
}

/// Work whose results the test gives.
final class Question: Sendable {
  private let resolvers = Log<@Sendable (Result<Int, Oops>) -> Void>()
  private let endings = Log<Int>()

  var future: Future<Int, Oops> {
    Future { [self] resolve, lifetime in
      let number = starts
      resolvers.add(resolve)
      lifetime.onEnd { self.endings.add(number) }
    }
  }

  var starts: Int { resolvers.entries.count }

  /// The starts that are over, in that order.
  var ended: [Int] { endings.entries }

  func answer(_ start: Int, _ result: Result<Int, Oops>) { resolvers.entries[start](result) }
}
