import Foundation
import PushPull
import Testing

@Suite struct FutureTests {
  @Test func theExampleOfThePost() {
    let trace = Trace()
    Future<String> { $0(Event(value: "test")) }.map { $0.count }.start { trace.add($0) }
    #expect(trace.lines == ["next(4)"])
  }

  @Test func creatingOneRunsNothing() {
    let trace = Trace()
    let future = Future<Int> { done in
      trace.add("runs")
      done(Event(value: 1))
    }
    _ = future.map { $0 + 1 }.flatMap { Future(value: $0) }.recover { _ in future }.zip(with: future)
    _ = Future.sequence([future, future])
    #expect(trace.lines == [])
    future.start { trace.add($0) }
    #expect(trace.lines == ["runs", "next(1)"])
  }

  @Test func startedTwiceItRunsTwice() {
    let trace = Trace()
    let length = Future<String> { done in
      trace.add("runs")
      done(Event(value: "test"))
    }.map { $0.count }
    length.start { trace.add("first \($0)") }
    length.start { trace.add("second \($0)") }
    #expect(trace.lines == ["runs", "first next(4)", "runs", "second next(4)"])
  }

  @Test func canHaveAResultAlready() {
    let trace = Trace()
    Future(value: 1).start { trace.add($0) }
    Future<Int>(error: Oops()).start { trace.add($0) }
    Future<Int>(event: .next(value: 2)).start { trace.add($0) }
    #expect(trace.lines == ["next(1)", "failed(Oops(code: 0))", "next(2)"])
  }

  @Test func onlyTheFirstResultCounts() {
    let trace = Trace()
    let hasty = Future<Int> { done in
      done(Event(value: 1))
      done(Event(value: 2))
      done(Event(error: Oops()))
    }
    hasty.start { trace.add($0) }
    #expect(trace.lines == ["next(1)"])
  }

  @Test func theFirstResultOfSeveralThreadsCounts() {
    let trace = Trace()
    let contested = Future<Int> { done in
      DispatchQueue.concurrentPerform(iterations: 8) { done(Event(value: $0)) }
    }
    contested.start { trace.add($0) }
    #expect(trace.lines.count == 1)
  }

  // MARK: Cancelling

  @Test func disposingOfAStartCancelsTheWork() {
    let trace = Trace()
    let answers = Answers()
    let question = Future<String> { done, lifetime in
      answers.keep(1, done)
      lifetime.onEnd { trace.add("cancelled") }
    }
    let start = question.map { "<\($0)>" }.start { trace.add($0) }
    start.dispose()
    #expect(trace.lines == ["cancelled"])
    answers.give(to: 1, Event(value: "too late"))
    #expect(trace.lines == ["cancelled"])
  }

  @Test func otherStartsGoOn() {
    let trace = Trace()
    let answers = Answers()
    let question = Future<String> { done in answers.keep(trace.lines.count, done) }
    let start = question.start { trace.add("first \($0)") }
    trace.add("second start")
    question.start { trace.add("second \($0)") }
    start.dispose()
    answers.give(to: 0, Event(value: "a"))
    answers.give(to: 1, Event(value: "b"))
    #expect(trace.lines == ["second start", "second next(b)"])
  }

  @Test func theLifetimeEndsWithTheResultToo() {
    let trace = Trace()
    let work = Future<Int> { done, lifetime in
      lifetime.onEnd { trace.add("cleans up") }
      done(Event(value: 1))
    }
    work.start { trace.add($0) }
    #expect(trace.lines == ["next(1)", "cleans up"])
  }

  @Test func cancellingRunsUpAChainWrittenByHand() {
    let trace = Trace()
    let a = Future<Int> { _, lifetime in lifetime.onEnd { trace.add("A is cancelled") } }
    let b = Future<Int> { done, lifetime in
      let start = a.start { done($0) }
      lifetime.onEnd {
        trace.add("B is cancelled")
        start.dispose()
      }
    }
    b.start { trace.add($0) }.dispose()
    #expect(trace.lines == ["B is cancelled", "A is cancelled"])
  }
}
