import PushPull
import Testing

@Suite struct FutureOperatorsTests {
  private let one = Future(value: 1)
  private let failing = Future<Int>(error: Oops())
  private let failed = "failed(Oops(code: 0))"

  /// What a future says when it is started.
  private func says<T>(_ future: Future<T>) -> [String] {
    let trace = Trace()
    future.start { trace.add($0) }
    return trace.lines
  }

  /// Notes that it runs.
  private func noting<T>(_ name: String, _ event: Event<T>, _ trace: Trace) -> Future<T> {
    Future { done in
      trace.add("runs \(name)")
      done(event)
    }
  }

  @Test func mapTransformsTheValue() {
    #expect(says(one.map { $0 + 1 }) == ["next(2)"])
    #expect(says(failing.map { $0 + 1 }) == [failed])
  }

  @Test func flatMapGoesOnWithOtherWork() {
    let trace = Trace()
    let next = noting("next", Event(value: "a"), trace)
    #expect(says(one.flatMap { _ in next }) == ["next(a)"])
    #expect(trace.lines == ["runs next"])
    #expect(says(failing.flatMap { _ in next }) == [failed])
    #expect(trace.lines == ["runs next"])
  }

  @Test func recoverGoesOnAfterAFailure() {
    let trace = Trace()
    let instead = noting("instead", Event(value: 2), trace)
    #expect(says(one.recover { _ in instead }) == ["next(1)"])
    #expect(trace.lines == [])
    #expect(says(failing.recover { _ in instead }) == ["next(2)"])
    #expect(
      says(failing.recover { Future(error: Oops(code: ($0 as! Oops).code + 1)) }) == ["failed(Oops(code: 1))"]
    )
  }

  @Test func retryRunsAgainAfterAFailure() {
    let trace = Trace()
    let third = Future<Int> { done in
      trace.add("runs")
      done(trace.lines.count < 3 ? Event(error: Oops()) : Event(value: trace.lines.count))
    }
    #expect(says(third.retry(5)) == ["next(3)"])
    #expect(says(failing.retry(2)) == [failed])
    #expect(says(third.retry(0)) == ["next(4)"])
  }

  @Test func zipDoesBothAtTheSameTime() {
    let trace = Trace()
    let answers = Answers()
    let (first, second) = (Future { answers.keep(1, $0) }, Future { answers.keep(2, $0) })
    first.zip(with: second).map { $0 + $1 }.start { trace.add($0) }
    answers.give(to: 2, Event(value: "b"))
    #expect(trace.lines == [])
    answers.give(to: 1, Event(value: "a"))
    #expect(trace.lines == ["next(ab)"])
  }

  @Test func zipFailsWithTheFirstFailureAndCancelsTheOther() {
    let trace = Trace()
    let answers = Answers()
    let endless = Future<Int> { _, lifetime in lifetime.onEnd { trace.add("cancelled") } }
    endless.zip(with: Future { answers.keep(1, $0) }).start { trace.add($0) }
    answers.give(to: 1, Event(error: Oops()))
    #expect(trace.lines == [failed, "cancelled"])
  }

  @Test func sequenceDoesOneAfterTheOther() {
    let trace = Trace()
    let answers = Answers()
    let slow = Future<String> { done in
      trace.add("runs slow")
      answers.keep(1, done)
    }
    Future.sequence([slow, noting("fast", Event(value: "b"), trace)]).start { trace.add($0) }
    #expect(trace.lines == ["runs slow"])
    answers.give(to: 1, Event(value: "a"))
    #expect(trace.lines == ["runs slow", "runs fast", #"next(["a", "b"])"#])
  }

  @Test func sequenceEndsAtTheFirstFailure() {
    let trace = Trace()
    let last = noting("last", Event(value: 3), trace)
    #expect(says(Future.sequence([one, failing, last])) == [failed])
    #expect(trace.lines == [])
  }

  @Test func sequenceOfNothingIsAnEmptyArray() {
    #expect(says(Future<[Int]>.sequence([Future<Int>]())) == ["next([])"])
  }

  @Test func sequenceOfManyUsesConstantStack() {
    let trace = Trace()
    Future.sequence((0..<100_000).map { Future(value: $0) }).map { $0.count }.start { trace.add($0) }
    #expect(trace.lines == ["next(100000)"])
  }

  @Test("X1: A negative number of attempts stops the program")
  func negativeCount() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Future(value: 1).retry(-1)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("retry(_:): the count must not be negative, got -1"))
  }
}
